import { expect, it } from 'vitest';
import { rowsAddedBy } from './testing/added-rows.ts';
import { useServer } from './testing/server.ts';

const server = useServer();
/** More denials than get a row each. */
const TIMES = 16;
/**
 * How many denials of one person at one route get a row each (platform/access/denials.ts), in each table of the log.
 */
const FIRST = 10;
const AUDIT = ['public.audit_log', 'public.audit_unsealed', 'public.audit_signatures'];

interface Call {
  method: string;
  url: string;
}

async function everyCall(): Promise<Call[]> {
  const { paths } = (await server.app.inject('/api/docs/json')).json<{ paths: Record<string, object> }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      url: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? crypto.randomUUID() : '999999999')),
    })),
  );
}

it('writes no row without bound when it is refused again and again', { timeout: 240_000 }, async () => {
  const authorization = `Bearer ${await server.token('local.user')}`;
  const much: Record<string, unknown> = {};
  let refused = 0;
  for (const { method, url } of await everyCall()) {
    if (url === '/api/login/logout') continue;
    const ask = async () => {
      const payload = method === 'GET' ? {} : { payload: {} };
      return (await server.app.inject({ method: method as 'GET', url, headers: { authorization }, ...payload }))
        .statusCode;
    };
    if ((await ask()) < 400) continue;
    refused += 1;
    const rows = await rowsAddedBy(server.context.db, async () => {
      for (let time = 1; time < TIMES; time += 1) await ask();
    });
    const others = Object.keys(rows).filter((table) => !AUDIT.includes(table));
    if (others.length > 0 || Object.values(rows).some((count) => count >= FIRST)) much[`${method} ${url}`] = rows;
  }
  expect(much).toEqual({});
  expect(refused).toBeGreaterThan(150);
});

it('counts a passkey that nobody has, and says in its rows how often it was tried', async () => {
  const payload = {
    credential: {
      id: 'aW1hZ2luZWQ',
      rawId: 'aW1hZ2luZWQ',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
    },
  };
  const headers = { 'x-forwarded-for': '10.90.0.1' };
  for (let tried = 0; tried < 120; tried += 1) {
    const answer = await server.app.inject({ method: 'POST', url: '/api/login/passkey', payload, headers });
    expect(answer.statusCode).toBe(401);
  }
  const rows = await server.context.db
    .selectFrom('audit_log')
    .select('detail')
    .where('address', '=', '10.90.0.1')
    .orderBy('id')
    .execute();
  const reason = { reason: 'passkey', by: 'passkey' };
  expect(rows.map(({ detail }) => detail)).toEqual([reason, { ...reason, times: 10 }, { ...reason, times: 100 }]);
});
