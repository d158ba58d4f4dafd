import { beforeAll } from 'vitest';
import { page } from 'vitest/browser';

/** Large enough for tests that do not set a size. */
const USUAL = [1280, 800] as const;

// Files share one window, so a size set by one would stay for the next.
beforeAll(async () => {
  await page.viewport(...USUAL);
});
