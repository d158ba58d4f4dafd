import { afterEach, expect, test, vi } from 'vitest';
import type { Field } from '@pimis/domain/forms/types';
import { drawForm } from '../testing/form.tsx';
import { sending } from '../testing/sent.ts';
import { signIn } from '../testing/sign-in.ts';

afterEach(() => vi.restoreAllMocks());

const yesNo = (path: string, label: string): Field => ({ path, kind: 'yesNo', label: { sr: label, en: label } });

test('a threshold in EUR names the day of its rate, and says when that is long ago; other answers do not', async () => {
  signIn();
  sending(() => ({ today: '2026-11-20', exchangeRateDays: 30 }));
  const fields = [yesNo('criteria.above20M', 'Изнад 20 милиона'), yesNo('criteria.longerThanYear', 'Дуже од године')];
  for (const [date, note] of [
    ['2026-11-01', '· курс од 1.11.2026.'],
    ['2026-10-01', '· курс од 1.10.2026. је старији од 30 дана'],
  ] as const) {
    const { screen } = await drawForm(fields, {}, { data: { exchangeRate: { date, rate: '117.2000' } } });
    // One field alone has a note.
    await expect.element(screen.getByText(/курс од/)).toHaveTextContent(note);
    await screen.unmount();
  }
});
