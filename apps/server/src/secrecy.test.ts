import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { sendLink } from './modules/identity/sign-in/links.ts';
import { DEMO_PASSWORD } from './modules/system/demo-accounts.ts';
import { createProject, upload } from './testing/projects.ts';
import { useServer } from './testing/server.ts';

/** Every route of the contract: nobody keeps its answers, and no secret of its callers reaches log and audit log. */

const server = useServer();
const MARKER = 'oznaka-tajne-0123456789abcdef';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
/** Fields of bodies that hold secrets, in every call. */
const SECRET_FIELDS = ['password', 'newPassword', 'token', 'activationToken', 'refreshToken', 'code', 'secret'];
/** Answered to anybody and meant to be kept (docs/decisions/0191-answers-of-open-data.md). */
const PUBLIC = /^\/api\/open-data/;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface CalledRoute {
  method: Method;
  path: string;
}

let routes: CalledRoute[];
/** Things that exist, so that a call answers what it guards. */
const things: Record<string, string> = {
  organizationId: '50112',
  login: 'local.user',
  phaseId: '11',
  revision: '1',
  registry: 'banks',
  secureLink: 'true',
  type: '3',
  projectTypeList: '3',
};
const addressOf = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (/token/i.test(name) ? MARKER : (things[name] ?? '1')));

beforeAll(async () => {
  const { paths } = (await server.app.inject('/api/docs/json')).json<{
    paths: Record<string, Record<string, object>>;
  }>();
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase() as Method, path })),
  );
  const code = await createProject(server, 'local.user');
  const phases = await server.call<{ id: number; forms: { id: number }[] }[]>(
    'local.user',
    'GET',
    `projects/${code}/phases`,
  );
  const stored = (await upload(server, 'local.user', code)).payload?.[0];
  const [phase] = phases.payload ?? [];
  const scenario = await server.call<{ id: number }>('reviewer', 'POST', 'portfolio/scenarios', { name: 'Предлог' });
  Object.assign(things, {
    scenarioId: String(scenario.payload?.id),
    projectCode: code,
    projectPhaseId: String(phase?.id),
    phaseFormId: String(phase?.forms[0]?.id),
    documentId: String(stored?.id),
    revisionId: String(stored?.revisionId),
  });
});

it('lets no browser and no proxy keep an answer', async () => {
  const cacheHeaders: string[] = [];
  const answered = new Set<string>();
  expect(routes.length).toBeGreaterThan(120);
  for (const { method, path } of routes) {
    // Streams do not end by themselves.
    if (PUBLIC.test(path) || path.endsWith('/events')) continue;
    for (const login of ['local.user', 'admin', 'reviewer']) {
      const answer = await server.app.inject({
        method,
        url: addressOf(path),
        headers: {
          authorization: `Bearer ${await server.token(login)}`,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        // A broken body changes nothing: only answers to reads and refusals are examined.
        ...(method === 'GET' ? {} : { payload: '{"broken":' }),
      });
      if (!/\bno-store\b/.test(String(answer.headers['cache-control']))) {
        cacheHeaders.push(`${login} ${method} ${path}: ${answer.statusCode} ${answer.headers['cache-control']}`);
      }
      // Papers and workbooks are made once.
      if (answer.statusCode !== 200) continue;
      answered.add(path);
      break;
    }
  }
  expect(cacheHeaders).toEqual([]);
  // Answers with data, not refusals alone.
  expect(answered.size).toBeGreaterThan(45);
  const ofPortfolio = [...answered].filter((path) => path.includes('/portfolio/'));
  expect(ofPortfolio).toContain('/api/portfolio/scenarios/{scenarioId}');
  expect(ofPortfolio).toContain('/api/portfolio/scenarios/{scenarioId}/paper');
});

/** Secrets of a user: in answers to calls, and in mails. */
async function secretsOf(app: FastifyInstance): Promise<Record<string, string>> {
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'user-agent': AGENT, 'x-pimis-client': 'web' },
    payload: { login: 'other.user', password: DEMO_PASSWORD },
  });
  const { payload } = signedIn.json<{ payload: { accessToken: string } }>();
  const headers = { authorization: `Bearer ${payload.accessToken}` };
  const own = (rest: string, body: object) =>
    app.inject({ method: 'POST', url: `/api/security/users/other.user/second-factor${rest}`, headers, payload: body });
  const begun = await own('', { password: DEMO_PASSWORD });
  const { secret } = begun.json<{ payload: { secret: string } }>().payload;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await own('/confirm', { code });
  const { recoveryCodes } = confirmed.json<{ payload: { recoveryCodes: string[] } }>().payload;
  await sendLink(server.context, { login: 'other.user', kind: 'reset' });
  const { rows } = await sql<{ text: string }>`
    select payload ->> 'text' as text from graphile_worker._private_jobs where payload ->> 'text' like '%reset-password%'`.execute(
    server.context.db,
  );
  const link = /token=([\w.-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
  const session = await server.context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('login', '=', 'other.user')
    .executeTakeFirstOrThrow();
  const newPassword = 'Nova-tajna-lozinka-2026!';
  for (const attempt of ['validate', 'use', 'again']) {
    const validates = attempt === 'validate';
    await app.inject({
      method: 'POST',
      url: validates ? '/api/security/users/reset-token-validate' : '/api/security/users/other.user/password-reset',
      payload: validates ? { token: link } : { token: link, password: newPassword, login: 'other.user' },
    });
  }
  return {
    password: DEMO_PASSWORD,
    newPassword,
    accessToken: payload.accessToken,
    ...Object.fromEntries(signedIn.cookies.map(({ name, value }) => [`cookie ${name}`, value])),
    session: session.id,
    secret,
    link,
    ...Object.fromEntries(recoveryCodes.map((recovery, index) => [`recovery code ${index}`, recovery])),
  };
}

it('writes no secret of a caller to the log or the audit log', async () => {
  const lines: string[] = [];
  const { config, db, files, mail, now } = server.context;
  const { app } = await buildApp(
    { config: { ...config, logLevel: 'trace' }, db, files, mail, now },
    { logTo: { write: (line) => lines.push(line) } },
  );
  const secrets = await secretsOf(app);
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(5);
  const marked = Object.fromEntries(SECRET_FIELDS.map((field) => [field, MARKER]));
  const asAdmin = `Bearer ${await server.token('admin')}`;
  for (const { method, path } of routes) {
    if (path.endsWith('/events')) continue;
    for (const authorization of [`Bearer ${MARKER}`, asAdmin]) {
      // Most calls do not know the marked fields and refuse them; the others get a wrong secret.
      await app.inject({
        method,
        url: `${addressOf(path)}?token=${MARKER}&secret=${secrets.link}`,
        headers: {
          authorization,
          cookie: `pimis_refresh=${MARKER}; other=${secrets.secret}`,
          referer: `http://localhost/reset-password?token=${secrets.link}`,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(method === 'GET' ? {} : { payload: JSON.stringify({ login: 'local.user', ...marked }) }),
      });
    }
  }
  // An upload has a multipart body, whose library may log its input.
  const boundary = '----granica';
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nтекст\r\n--${boundary}--\r\n`;
  for (const url of ['projects/NEMA/documents', 'registry/banks/import']) {
    await app.inject({
      method: 'POST',
      url: `/api/${url}`,
      payload,
      headers: {
        authorization: asAdmin,
        cookie: `pimis_file=${MARKER}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
  }
  await app.close();
  expect(lines.some((line) => line.includes('busboy'))).toBe(true);
  expect(lines.some((line) => line.includes(asAdmin.slice('Bearer '.length)))).toBe(false);
  expect(lines.length).toBeGreaterThan(routes.length);
  const log = lines.join('\n');
  const { rows } = await sql<{ row: string }>`select to_jsonb(audit_log)::text as row from audit_log`.execute(db);
  expect(rows.length).toBeGreaterThan(3);
  const audit = rows.map(({ row }) => row).join('\n');
  for (const [name, secret] of [...Object.entries(secrets), ['marker', MARKER]] as const) {
    expect(log.includes(secret), `${name} in the log`).toBe(false);
    expect(audit.includes(secret), `${name} in the audit log`).toBe(false);
  }
});
