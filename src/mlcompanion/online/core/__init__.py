"""Online learning, the engine: protocol, dual ascent, mirror descent, scales, steps, regret."""
