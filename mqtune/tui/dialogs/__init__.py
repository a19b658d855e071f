"""What comes up over an area: questions, help, jumping."""
