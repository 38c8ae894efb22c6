"""What is chapter S36's own: unfolding, denoising, machines and pretraining."""
