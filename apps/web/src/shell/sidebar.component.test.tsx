import { afterEach, expect, test, vi } from 'vitest';
import type { Claim } from '@pimis/domain/access/claims';
import { drawBesideAway } from '../testing/leaving.tsx';
import { signIn } from '../testing/sign-in.ts';
import { Sidebar } from './Sidebar.tsx';

afterEach(() => vi.restoreAllMocks());

const ALL = ['tasks', 'projects', 'portfolio', 'project-lists', 'archived-projects', 'reporting', 'administration'];

test.each<[string, Claim[], string[]]>([
  ['projects', ['Project_View'], ['tasks', 'projects']],
  ['the portfolio', ['Portfolio_View'], ['portfolio']],
  ['lists', ['Project_ListView'], ['project-lists']],
  ['users', ['User_View'], ['administration']],
  ['everything', ['Admin'], ALL],
])('the menu of who sees %s leads there, and where everybody may go', async (_what, claims, more) => {
  signIn(1, claims);
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise<Response>(() => undefined));
  const { screen } = await drawBesideAway(Sidebar);
  const menu = screen.getByRole('navigation');
  await expect.element(menu).toBeVisible();
  const links = menu.getByRole('link').elements();
  const places = links.map((link) => link.getAttribute('href')?.split(/[/?]/)[1] ?? '');
  expect(places.toSorted()).toEqual(['dashboard', 'help', 'registry', ...more].toSorted());
});
