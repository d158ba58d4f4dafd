import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Notice } from '@pimis/contract/notices';
import { draw } from '../../testing/form.tsx';
import { Frame } from './Frame.tsx';

const NOTICE: Notice = {
  id: 1,
  title: 'Радови на систему',
  text: `Систем неће бити доступан. https://primer.rs/${'1'.repeat(100)}`,
  titleEn: null,
  textEn: null,
  startDate: '2026-11-20',
  endDate: '2026-11-21',
  timeFrom: '18:00',
  timeTo: '20:00',
  priority: 1,
};

beforeAll(() => page.viewport(360, 700));
afterAll(() => page.viewport(1280, 800));
afterEach(() => vi.restoreAllMocks());

test('notices are shown before the sign-in on the narrowest screen, and their long words break', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json({
      payload: typeof url === 'string' && url.includes('notices') ? [NOTICE] : { version: '1' },
      additionalInformation: null,
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const screen = await draw(<Frame title="Пријава">Поља</Frame>);
  await expect.element(screen.getByText(/^Радови на систему/)).toBeVisible();
  const text = screen.getByText(/неће бити доступан/);
  await expect.element(text).toBeVisible();
  expect(text.element().scrollWidth).toBeLessThanOrEqual(text.element().clientWidth);
});

test('another part of a screen takes the focus, of which the former part has left nothing', async () => {
  const Request = () => {
    const [submitted, setSubmitted] = useState(false);
    if (submitted) return <Frame title="Захтев је поднет">Ознака</Frame>;
    return (
      <Frame title="Захтев" part="унос">
        <button type="button" onClick={() => setSubmitted(true)}>
          Поднеси
        </button>
      </Frame>
    );
  };
  const screen = await draw(<Request />);
  await screen.getByRole('button', { name: 'Поднеси' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Захтев је поднет' })).toHaveFocus();
});
