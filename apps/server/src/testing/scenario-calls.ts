import type { Ceiling } from '@pimis/contract/portfolio/calendar';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import type { TestServer } from './server.ts';

/** A scenario as its screen sends it back: unchanged until a test changes it. */
export const scenarioInput = ({ revision, name, shared, goal, candidates, ceilings }: Scenario) => ({
  revision,
  name,
  shared,
  goal,
  ceilings,
  choices: candidates.map(({ code, state, shift }) => ({ code, state, shift })),
});

/** A ceiling as it is entered; without an amount it is removed. */
export const ceilingInput = (
  year: number,
  source: string,
  amount: string | null,
  revision = 0,
  sector: number | null = null,
) => ({ year, source, sector, amount, revision });

/** The calls of a scenario's screen. `make` gives the id of the new scenario, 0 where it was refused. */
export const scenarioCalls = (server: TestServer) => ({
  setCeiling: (body: unknown, login = 'reviewer') => server.call<Ceiling>(login, 'PUT', 'portfolio/ceilings', body),
  make: async (body: unknown, login = 'reviewer') =>
    (await server.call<{ id: number }>(login, 'POST', 'portfolio/scenarios', body)).payload?.id ?? 0,
  read: async (id: number, login = 'reviewer') => {
    const { payload } = await server.call<Scenario>(login, 'GET', `portfolio/scenarios/${id}`);
    if (!payload) throw new Error('no scenario');
    return payload;
  },
  save: (id: number, body: unknown, login = 'reviewer') =>
    server.call<{ revision: number }>(login, 'PUT', `portfolio/scenarios/${id}`, body),
});
