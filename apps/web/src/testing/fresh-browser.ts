import { beforeAll, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';

/** Large enough for tests that do not set a size. */
const USUAL = [1280, 800] as const;

// Files share one window and its storage, so a size or a kept filter of one would stay for the next.
beforeAll(async () => {
  await page.viewport(...USUAL);
});

beforeEach(async () => {
  // Before the storage: a screen may keep its input when it closes.
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
