import { beforeAll } from 'vitest';
import { page } from 'vitest/browser';

/** Wide and high enough for what a test does not ask to be narrow. */
const USUAL = [1280, 800] as const;

// Files follow one another in one window: what one of them made narrow would be so for the next.
beforeAll(async () => {
  await page.viewport(...USUAL);
});
