import { afterEach, expect, it, vi } from 'vitest';
import { referencesOf, searchBudgetUsers } from './lookups.ts';

afterEach(() => vi.unstubAllGlobals());

it('rows of a registry are asked for by a text in the script of the reader', async () => {
  const asked: string[] = [];
  vi.stubGlobal('window', { localStorage: { getItem: () => null } });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(decodeURIComponent(address));
    const payload = [{ id: 50112, name: 'Град', more: 1 }];
    return Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Ok' }, errors: [] });
  });
  expect(await referencesOf('banks', 'не')).toEqual([{ id: '50112', name: 'Град' }]);
  await searchBudgetUsers('град');
  expect(asked).toEqual([
    expect.stringMatching(/^\/api\/registry\/banks\?filter\[search\]=не/),
    expect.stringMatching(/^\/api\/registry\/budget-users\?filter\[search\]=град/),
  ]);
});
