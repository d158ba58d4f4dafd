import { expect, test } from 'vitest';
import { drawHook } from '../../testing/hook.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { keptSearch } from './filter.ts';
import { useFilterSearch, usePortfolioFilter, useToggledAddress } from './use-portfolio-filter.ts';

const ROUTE = '/portfolio/overview';

async function filtered(search: string, address = ROUTE) {
  signIn();
  return drawHook(
    () => {
      const [filter, set] = usePortfolioFilter();
      return { filter, set, toggled: useToggledAddress(), search: useFilterSearch() };
    },
    { address: `${address}${search}`, route: address },
  );
}

test('a changed filter is in the address beside the parameters of the view, and is kept in this tab', async () => {
  const { now, address, router } = await filtered('?f.sector=2&year=2027');
  expect(now().filter.filters).toEqual({ sector: '2' });
  expect(now().search).toEqual({ 'f.sector': 2 });
  await now().set({ ...now().filter, which: 'finished', filters: { search: 'пут' } });
  await expect.poll(() => now().filter.filters).toEqual({ search: 'пут' });
  expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
    year: '2027',
    which: 'finished',
    'f.search': 'пут',
  });
  expect(keptSearch()).toEqual({ which: 'finished', 'f.search': 'пут' });
  expect(router.history.length).toBe(1);
});

test('an address without a filter gets the kept one on entering, and a cleared filter stays cleared', async () => {
  const first = await filtered('?f.sector=2');
  await first.now().set({ ...first.now().filter, filters: { sector: '4' } });
  await first.screen.unmount();
  const { now, address } = await filtered('');
  await expect.poll(() => now().filter.filters).toEqual({ sector: '4' });
  await now().set({ ...now().filter, filters: {} });
  await expect.poll(address).toBe(ROUTE);
  expect(now().filter.filters).toEqual({});
  expect(keptSearch()).toEqual({});
});

test('an address with a filter of its own keeps it', async () => {
  const first = await filtered('?f.sector=2');
  await first.now().set({ ...first.now().filter, filters: { sector: '4' } });
  await first.screen.unmount();
  const { now } = await filtered('?f.sector=1');
  expect(now().filter.filters).toEqual({ sector: '1' });
});

test('a filter that a link sets is kept too, but not the search of a screen outside the portfolio', async () => {
  const { now, router } = await filtered('?f.sector=2');
  await router.navigate({ to: ROUTE, search: { 'f.sector': 5, year: 2028 } });
  await expect.poll(() => now().filter.filters).toEqual({ sector: '5' });
  expect(keptSearch()).toEqual({ 'f.sector': 5 });
  await router.navigate({ to: '/elsewhere', search: { 'f.sector': 6 } });
  await expect.poll(() => now().filter.filters).toEqual({ sector: '6' });
  expect(keptSearch()).toEqual({ 'f.sector': 5 });
});

test('the address of a mark adds its filter or, if it is set, removes it, and keeps the rest', async () => {
  const { now } = await filtered('?f.search=most&year=2027');
  const query = (address: string) => Object.fromEntries(new URLSearchParams(address.replace(`${ROUTE}?`, '')));
  const added = now().toggled({ sector: '3' });
  expect(query(added)).toEqual({ year: '2027', 'f.search': 'most', 'f.sector': '3' });
  const { toggled } = (await filtered(added.replace(ROUTE, ''))).now();
  expect(query(toggled({ sector: '3' }))).toEqual({ year: '2027', 'f.search': 'most' });
});
