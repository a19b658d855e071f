"""Load drivers as the engine uses them: started and guarded, operated by hand, and their hosts."""
