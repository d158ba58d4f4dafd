import i18next from 'i18next';
import { expect, test } from 'vitest';
import { draw } from '../testing/form.tsx';
import { Pager } from '../ui/DataTable/Pager.tsx';
import { formatsOf } from './format.ts';
import { setLanguage } from './i18n.ts';

test('numbers of rows, counts in messages and sizes are written as the language writes numbers', async () => {
  localStorage.setItem('pimis.language', 'en');
  const screen = await draw(
    <Pager page={1234} perPage={10} at={undefined} shownRows={10} totalRows={12_345} ask={() => undefined} />,
  );
  expect(screen.container.textContent).toContain('12,331–12,340 of 12,345');
  expect(screen.getByRole('button', { name: 'Page 1,234' }).element().textContent).toBe('1,234');
  const counted = () => i18next.t('portfolioViews.projects', { count: 12_345 });
  expect(counted()).toBe('12,345 projects');
  expect(formatsOf('en').size(9_961_472)).toBe('9.5 MB');

  await setLanguage('sr-Latn');
  expect(screen.container.textContent).toContain('12.331–12.340 od 12.345');
  expect(counted()).toBe('12.345 projekata');
  expect(formatsOf('sr-Latn').size(9_961_472)).toBe('9,5 MB');
});
