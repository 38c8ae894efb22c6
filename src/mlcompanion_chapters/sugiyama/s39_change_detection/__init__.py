"""What the chapter on change detection runs: listings, draws and studies."""
