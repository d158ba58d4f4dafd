import { beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import type { ProjectDocument } from '@pimis/contract/documents';
import type { OperationRow } from '@pimis/contract/registries';
import { nextQuarter, type Quarter, quarterEnd, quarterOf, quarterStart } from '@pimis/domain/dates/dates';
import { startOperation } from './modules/operations/service.ts';
import { DEMO_PASSWORD } from './modules/system/demo-accounts.ts';
import { useProcesses } from './testing/own-process.ts';
import { ProjectDriver } from './testing/project-workflow-driver.ts';
import { createProject, lockedIdea } from './testing/projects.ts';
import { type TestServer, useServer } from './testing/server.ts';
import { variations } from './testing/thorough.ts';
import { userIdOf } from './testing/users.ts';

/**
 * Two and four servers on one database and one store, without sticky sessions (docs/scaling.md): each request goes to
 * the next server, as behind a balancer; tests/rolling has HAProxy.
 */
const server = useServer();
const start = useProcesses(server);
const AT_ONCE = 50;

let urls: string[] = [];
let calls = 0;

/** How many servers, and the accounts that a round locks and revokes. */
const ROUNDS = [
  { servers: 2, guessed: 'evaluator', revoked: 'other.user' },
  { servers: 4, guessed: 'mei', revoked: 'ministry.admin' },
];

const tokens = new Map<string, Promise<string>>();
function token(login: string): Promise<string> {
  const known = tokens.get(login) ?? signIn(login);
  tokens.set(login, known);
  return known;
}
async function signIn(login: string): Promise<string> {
  const answer = await send('POST', '/api/login', { body: { login, password: DEMO_PASSWORD } });
  const { payload } = (await answer.json()) as Envelope<{ accessToken: string }>;
  return payload?.accessToken ?? '';
}

interface Sent {
  login?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  to?: string | undefined;
}

async function send(method: string, path: string, { login, body, headers, to }: Sent = {}): Promise<Response> {
  const raw = body instanceof Buffer;
  const next = urls[calls++ % urls.length];
  return fetch(`${to ?? next}${path}`, {
    method,
    headers: {
      ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
      ...(login ? { authorization: `Bearer ${await token(login)}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
  });
}

/** The test's server with its calls sent to all in turn. */
const behind = {
  ...server,
  get context() {
    return server.context;
  },
  token,
  call: async (login: string | null, method: string, path: string, body?: unknown) => {
    const answer = await send(method, `/api/${path}`, { login, body });
    return { ...((await answer.json()) as Envelope<unknown>), httpStatus: answer.status, headers: {} };
  },
  app: {
    inject: async (call: { method: string; url: string; headers: Record<string, string>; payload: Buffer }) => {
      const answer = await send(call.method, call.url, { headers: call.headers, body: call.payload });
      const text = await answer.text();
      return { statusCode: answer.status, json: () => JSON.parse(text) as unknown };
    },
  },
} as unknown as TestServer;

const today = () => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Two whole quarters that have ended. */
function pastHalfYear(): { start: string; end: string } {
  const back = ({ year, quarter }: Quarter) =>
    quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 };
  const first = back(back(quarterOf(today())));
  return { start: quarterStart(first), end: quarterEnd(nextQuarter(first)) };
}

describe.each(variations(ROUNDS.slice(0, 1), ROUNDS))(
  '$servers servers without sticky sessions',
  { timeout: 180_000 },
  (round) => {
    beforeAll(async () => {
      const processes = await Promise.all(Array.from({ length: round.servers }, () => start('local.user')));
      urls = processes.map(({ url }) => url);
    }, 120_000);

    it('lead a project through its whole life', async () => {
      const life = await ProjectDriver.start(behind);
      await life.fill();
      await life.approveIdea();
      await life.commission(3, 1);
      await life.fillAndApprove();
      await life.commission(4, 1);
      await life.fillAndApprove();
      await life.commission(5, 1);
      await life.fillAndApprove();
      life.period = pastHalfYear();
      await life.fillAndApprove();
      await life.fill();
      await life.quarter();
      await life.act('reviewer', 4);
      await life.fill();
      for (const login of ['local.user', 'local.admin', 'reviewer']) await life.act(login, 1);
      await life.fillAndApprove();
      await life.fillAndApprove();
      const { phase, phaseStatus, status } = await life.read();
      expect([phase, phaseStatus, status]).toEqual([8, 4, 1]);
    });

    it('take a step once that is sent fifty times at once', async () => {
      const { code } = await lockedIdea(behind);
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          send('PUT', `/api/projects/${code}/actions`, { login: 'local.user', body: { action: 1 } }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
    });

    it('check no more than five wrong passwords of an account, whichever of them gets these', async () => {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          send('POST', '/api/login', { body: { login: round.guessed, password: 'погрешна' } }),
        ),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    });

    it('take an upload whose pieces go to two of them', async () => {
      const code = await createProject(behind, 'local.user');
      const [first, second] = [Buffer.alloc(300_000, 'prvi deo '), Buffer.alloc(200_000, 'drugi deo ')];
      const tus = { 'tus-resumable': '1.0.0' };
      const metadata = `filename ${Buffer.from('delovi.txt').toString('base64')}`;
      const begun = await send('POST', `/api/projects/${code}/uploads`, {
        login: 'local.user',
        headers: { ...tus, 'upload-length': '500000', 'upload-metadata': metadata },
        to: urls[0],
      });
      expect(begun.status, await begun.text()).toBe(201);
      const { pathname } = new URL(begun.headers.get('location') ?? '', urls[0]);
      const piece = (offset: number, body: Buffer, to: string | undefined) =>
        send('PATCH', pathname, {
          login: 'local.user',
          headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          body,
          to,
        });
      expect((await piece(0, first, urls[0])).status).toBe(204);
      expect((await piece(first.length, second, urls.at(-1))).status).toBe(204);
      const finished = await behind.call<ProjectDocument[]>(
        'local.user',
        'POST',
        `projects/${code}/documents/uploaded`,
        {
          files: [{ uploadId: pathname.split('/').at(-1), description: 'Делови' }],
        },
      );
      expect(finished.httpStatus).toBe(200);
      const [document] = finished.payload ?? [];
      const content = await send(
        'GET',
        `/api/projects/${code}/documents/${document?.id}/revisions/${document?.revisionId}/download`,
        { login: 'local.user' },
      );
      expect(Buffer.compare(Buffer.from(await content.arrayBuffer()), Buffer.concat([first, second]))).toBe(0);
    });

    it('tell on a stream what the other one has done', async () => {
      const userId = await userIdOf(server.context.db, 'admin');
      const operation = { userId, kind: 'boardReport' as const, fileName: 'izvestaj.pdf', input: {} };
      const location = await server.context.db
        .transaction()
        .execute((tx) => startOperation(server.context, tx, operation));
      const id = location.split('/').at(-1);
      const stream = await send('GET', `/api/operations/${id}/events`, { login: 'admin', to: urls[0] });
      const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
      let said = (await reader.read()).value ?? '';
      // The server that runs the job notifies the database, and a stream of any server reads it there.
      while (!/"state":"(?:done|failed)"/.test(said)) {
        const { value, done } = await reader.read();
        if (done) break;
        said += value;
      }
      expect((/"state":"(\w+)"(?!.*"state")/s.exec(said) ?? [])[1]).toMatch(/^(?:done|failed)$/);
      const { payload } = await behind.call<OperationRow>('admin', 'GET', `operations/${id}`);
      expect(payload?.state).toMatch(/^(?:done|failed)$/);
    });

    it('end a revoked access at once on every server', async () => {
      const asks = () => send('GET', '/api/projects/paged', { login: round.revoked, to: urls.at(-1) });
      expect((await asks()).status).toBe(200);
      const taken = await send('POST', '/api/security/users/access-set/revoke', {
        login: 'admin',
        body: { access: 'Revoked', Users: [{ login: round.revoked, modifiedComments: 'Престанак радног односа' }] },
        to: urls[0],
      });
      expect(await taken.json()).toMatchObject({ payload: [{ model: { login: round.revoked, status: 4 } }] });
      expect((await asks()).status).toBe(401);
    });
  },
);
