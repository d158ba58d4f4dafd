import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../i18n/i18n.ts';
import { draw } from '../../testing/form.tsx';
import { YearsTable } from './YearsTable.tsx';

afterEach(() => setLanguage('sr-Cyrl'));

test('sources of funding have their English names in English; one that no form offers stays as stored', async () => {
  const sources = [
    { source: 'Буџет Републике Србије', amount: '1.00' },
    { source: 'Народни зајам', amount: '2.00' },
  ];
  const screen = await draw(<YearsTable years={[{ year: 2027, amount: '3.00', sources }]} />);
  await setLanguage('en');
  await expect.element(screen.getByRole('columnheader', { name: 'Budget of the Republic' })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'Narodni zajam' })).toBeVisible();
});
