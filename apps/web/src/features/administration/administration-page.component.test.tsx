import { expect, test } from 'vitest';
import type { Claim } from '@pimis/domain/access/claims';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { AdministrationPage } from './AdministrationPage.tsx';

const ALL = ['Корисници', 'Улоге', 'Органи', 'Саопштења', 'Повезивање', 'Ревизорски траг', 'Стање система', 'Јавност'];

test.each<[string, Claim[], string[]]>([
  ['users', ['User_View'], ['Корисници']],
  ['roles', ['Role_View'], ['Улоге']],
  ['organizations', ['Organization_View'], ['Органи']],
  ['clients', ['Client_View'], ['Повезивање']],
  ['everything, as an administrator,', ['Admin'], ALL],
])('who keeps %s is offered that and nothing else', async (_what, claims, offered) => {
  signIn(1, claims);
  const { screen } = await drawBesideAway(AdministrationPage);
  const cards = screen.getByRole('listitem');
  await expect.element(cards.first()).toBeVisible();
  expect(cards.elements().map((card) => card.querySelector('.strong')?.textContent)).toEqual(offered);
});

test('who keeps nothing is told so', async () => {
  signIn(1, ['Project_View']);
  const { screen } = await drawBesideAway(AdministrationPage);
  await expect.element(screen.getByText('Администрација вам није доступна.')).toBeVisible();
});
