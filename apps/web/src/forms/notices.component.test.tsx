import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import './form.css';

test('on a narrow screen the words of an offer have their whole width, above its buttons', async () => {
  await page.viewport(360, 800);
  const nothing = () => undefined;
  const screen = await draw(<DraftNotice at="2026-11-24T09:00:00Z" onRestore={nothing} onDrop={nothing} />);
  const restore = screen.getByRole('button').first();
  await expect.element(restore).toBeVisible();
  const words = screen.container.querySelector('.form-notice > span')?.getBoundingClientRect();
  expect(words?.width).toBeGreaterThan(220);
  expect(words?.bottom).toBeLessThanOrEqual(restore.element().getBoundingClientRect().top);
});
