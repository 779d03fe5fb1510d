"""Questions: what they declare, where they are registered, what a layer inherits."""
