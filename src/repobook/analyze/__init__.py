"""One file in, its facts out: pure, so it runs in any worker."""
