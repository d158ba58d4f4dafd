import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../i18n/i18n.ts';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { ActivityComment } from './ActivityComment.tsx';

afterEach(() => setLanguage('sr-Cyrl'));

const NOTHING = { comment: null, date: null, postponedDate: null };

test('a decision is shown with its day and the day to which it postpones', async () => {
  signIn();
  const postponed = { operation: 'commissionPostpone', comment: 'Чека се дозвола.', date: '2026-10-06' };
  const screen = await draw(<ActivityComment activity={{ ...postponed, postponedDate: '2026-12-05' }} />);
  await expect.element(screen.getByText('Чека се дозвола.')).toBeVisible();
  await expect.element(screen.getByText('Датум одлуке: 6.10.2026.')).toBeVisible();
  await expect.element(screen.getByText('Одлаже се до: 5.12.2026.')).toBeVisible();
});

test('the projects of a merge lead to each other', async () => {
  signIn();
  const screen = await draw(
    <>
      <ActivityComment activity={{ ...NOTHING, operation: 'mergedInto', comment: 'OSTAJE' }} />
      <ActivityComment activity={{ ...NOTHING, operation: 'mergedFrom', comment: 'SPOJEN' }} />
    </>,
  );
  const link = (name: string) => screen.getByRole('link', { name });
  await expect.element(link('OSTAJE')).toHaveAttribute('href', '/projects/OSTAJE/details');
  await expect.element(link('SPOJEN')).toHaveAttribute('href', '/projects-archived/SPOJEN/details');
});

test('the list that a project is put on is told from a quarter', async () => {
  signIn();
  const screen = await draw(<ActivityComment activity={{ ...NOTHING, operation: 'listed', comment: '2026-2' }} />);
  await expect.element(screen.getByText('Листа „2026-2“', { exact: true })).toBeVisible();
});

test('the list that a project is sent to has the name of the language', async () => {
  signIn();
  const sent = { ...NOTHING, operation: 'sentToList', comment: 'Спремност' };
  const screen = await draw(<ActivityComment activity={sent} />);
  await expect.element(screen.getByText('Спремност')).toBeVisible();
  await setLanguage('en');
  await expect.element(screen.getByText('Preparedness')).toBeVisible();
});
