import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { HASHES } from './modules/identity/sign-in/passwords.ts';
import { rowsAddedBy } from './testing/added-rows.ts';
import { REGISTRATION } from './testing/registration.ts';
import { queriesOf } from './testing/query-recorder.ts';
import { useServer } from './testing/server.ts';

const server = useServer();
const PAGE = join(import.meta.dirname, '../../../docs/security.md');
const TIMES = 30;
const TOKEN = 'измишљен-токен-који-нико-није-дао';
const PASSWORD = 'Dovoljno-Dugacka-1';

interface Cost {
  statements: number;
  hashes: number;
  rows: number;
}

/** The table of docs/security.md, "Calls without an account": the most that a call may cost. */
const ALLOWED = new Map(
  [...readFileSync(PAGE, 'utf8').matchAll(/^\| `([A-Z]+ \S+)` \| (\d+) \| (\d+) \| (\d+) \| \S.* \|$/gm)].map(
    ([, call = '', statements, hashes, rows]): [string, Cost] => [
      call,
      { statements: Number(statements), hashes: Number(hashes), rows: Number(rows) },
    ],
  ),
);

const LINK = { login: 'minister', password: PASSWORD, newPassword: PASSWORD, activationToken: TOKEN };
const CREDENTIAL = {
  id: 'aW1hZ2luZWQ',
  rawId: 'aW1hZ2luZWQ',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
};
const REQUEST = { ...REGISTRATION, id: '99999' };
/** Bodies sent by a stranger, who knows neither accounts nor tokens. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /login': { login: 'nobody', password: PASSWORD },
  'POST /login/login-ldap': { login: 'nobody', password: PASSWORD },
  'POST /login/passkey': { credential: CREDENTIAL },
  'POST /login/second-factor': { token: TOKEN },
  'POST /login/second-step': { token: TOKEN, code: '123456' },
  'POST /login/location-verify': { token: TOKEN },
  'POST /security/users/:login/activate': LINK,
  'POST /security/users/:login/password-reset': LINK,
  'POST /security/organizations': REQUEST,
  'PUT /security/organizations': { ...REQUEST, registrationToken: TOKEN },
  'POST /security/organizations/retrieve': { registrationToken: TOKEN },
};
/** The same for calls that take a form. */
const FORMS: Readonly<Record<string, string>> = {
  'POST /oauth/token': `grant_type=client_credentials&client_id=client-stranac-00000000&client_secret=${PASSWORD}`,
};
const QUERIES: Readonly<Record<string, string>> = {
  'POST /security/users/:login/activate': `?token=${encodeURIComponent(TOKEN)}`,
  'POST /security/users/:login/password-reset': `?token=${encodeURIComponent(TOKEN)}`,
  'GET /security/organizations/:organizationId/documents/:document': `?registrationToken=${encodeURIComponent(TOKEN)}`,
};
const PARTS: Readonly<Record<string, string>> = {
  login: 'minister',
  document: '1',
  file: 'projects.csv',
  downloadToken: 'imaginedtokenimaginedtoken',
  id: '999999999',
};

/** Every call whose description asks for no token. */
async function anonymousCalls(): Promise<{ name: string; method: string; path: string }[]> {
  const { paths } = (await server.app.inject('/api/docs/json')).json<{
    paths: Record<string, Record<string, { security?: object[] }>>;
  }>();
  return Object.entries(paths).flatMap(([described, methods]) =>
    Object.entries(methods).flatMap(([lower, { security }]) => {
      const path = described.replaceAll(/\{(\w+)\}/g, ':$1');
      const method = lower.toUpperCase();
      const open = security?.length === 0 || security?.some((scheme) => Object.keys(scheme).length === 0);
      const name = `${method} ${path.replace(/^\/api/, '').replace(/^\/registry\/[a-z-]+/i, '/registry/:registry')}`;
      return open === true ? [{ name, method, path }] : [];
    }),
  );
}

async function ask({ name, method, path }: { name: string; method: string; path: string }, address: string) {
  const url = path.replaceAll(/:(\w+)/g, (_, part: string) => PARTS[part] ?? '999999999') + (QUERIES[name] ?? '');
  const form = FORMS[name];
  const payload =
    method === 'GET' ? undefined : (form ?? BODIES[name] ?? (method === 'PUT' ? undefined : { token: TOKEN }));
  const answer = await server.app.inject({
    method: method as 'GET',
    url,
    headers: {
      'x-forwarded-for': address,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(payload ? { payload } : {}),
  });
  return answer.statusCode;
}

async function measure(work: () => Promise<unknown>): Promise<{ statements: number; hashes: number }> {
  let hashes = 0;
  const heard = () => {
    hashes += 1;
  };
  subscribe(HASHES.name, heard);
  // One statement of our own, because a call may have none.
  const queries = await queriesOf(async () => {
    await sql`select 'measured'`.execute(server.context.db);
    await work();
  });
  unsubscribe(HASHES.name, heard);
  return { statements: queries.length - 1, hashes };
}

describe('a call without an account', () => {
  it('has its cost and its bound in docs/security.md, and no row without a call', async () => {
    const names = new Set((await anonymousCalls()).map(({ name }) => name));
    expect([...ALLOWED.keys()].sort()).toEqual([...names].sort());
  });

  it('costs no more than docs/security.md says, once and when it is repeated', async () => {
    const dear: Record<string, unknown> = {};
    const calls = new Map((await anonymousCalls()).map((call) => [call.name, call]));
    let network = 0;
    for (const [name, call] of calls) {
      const allowed = ALLOWED.get(name);
      network += 1;
      // The first call of a process also prepares what later ones use.
      await ask(call, `10.80.${network}.1`);
      const { statements, hashes } = await measure(() => ask(call, `10.81.${network}.1`));
      const rows = await rowsAddedBy(server.context.db, async () => {
        for (let time = 0; time < TIMES; time += 1) await ask(call, `10.82.${network}.1`);
      });
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      if (!allowed || statements > allowed.statements || hashes > allowed.hashes || total > allowed.rows) {
        dear[name] = { statements, hashes, rows };
      }
    }
    expect(dear).toEqual({});
  });
});

describe('the description of the interface', () => {
  it('is written once, and is not sent again to a client that has it', async () => {
    const first = await server.app.inject({ url: '/api/docs/json', headers: { 'accept-encoding': 'gzip' } });
    expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'gzip']);
    const etag = String(first.headers.etag);
    const again = await server.app.inject({ url: '/api/docs/json', headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const answers: number[] = [];
    for (let call = 0; call < 61; call += 1) {
      const headers = { 'x-forwarded-for': '10.83.0.1', 'if-none-match': '*' };
      answers.push((await server.app.inject({ url: '/api/docs/yaml', headers })).statusCode);
    }
    expect([answers[0], answers[59], answers[60]]).toEqual([304, 304, 429]);
  });
});
