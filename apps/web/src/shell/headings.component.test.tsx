import { afterAll, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import './shell.css';

beforeAll(() => page.viewport(360, 700));
afterAll(() => page.viewport(1280, 800));

test('a long word in the heading of a page breaks on the narrowest screen', async () => {
  const screen = await draw(
    <div className="page-head">
      <h1>Пројекат {'Ш'.repeat(100)}</h1>
      <button type="button">Штампај</button>
    </div>,
  );
  await expect.element(screen.getByRole('heading')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
