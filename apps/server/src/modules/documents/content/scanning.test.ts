import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentRevision } from '@pimis/contract/documents';
import type { ProjectNotification } from '@pimis/contract/daily';
import { createProject, upload } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';
import { unzip } from '../../../testing/unzip.ts';
import { scanRevision } from './scanning.ts';

const server = useServer();
let clamd: Server;
let code = '';
/** The contents that the fake clamd has received. */
const scanned: string[] = [];
let answer: () => string | Promise<string> = () => 'stream: OK';

/** Reads zINSTREAM as clamd does, and sends the answer that the test has set. */
function talk(socket: Socket): void {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const command = 'zINSTREAM\0';
    if (!received.toString('latin1').startsWith(command)) return;
    let content = '';
    for (let at = command.length; at + 4 <= received.length; ) {
      const length = received.readUInt32BE(at);
      if (length === 0) {
        scanned.push(content);
        void Promise.resolve(answer()).then((words) => socket.end(`${words}\0`));
        return;
      }
      content += received.toString('utf8', at + 4, at + 4 + length);
      at += 4 + length;
    }
  });
}

beforeAll(async () => {
  clamd = createServer(talk).listen(0, '127.0.0.1');
  await once(clamd, 'listening');
  server.context.config.clamdUrl = `tcp://127.0.0.1:${(clamd.address() as AddressInfo).port}`;
  code = await createProject(server, 'local.user');
});
afterAll(() => clamd.close());

const revisions = (id = 0) =>
  server.call<DocumentRevision[]>('local.user', 'GET', `projects/${code}/documents/${id}/revisions`);

async function download(id = 0, revisionId = 0) {
  const given = await server.get('local.user', `projects/${code}/documents/${id}/revisions/${revisionId}/download`);
  return [
    given.statusCode,
    given.statusCode === 200 ? given.body : given.json<{ status: { name: string } }>().status.name,
  ];
}

/** Contents of the archive of all documents, by file name. */
async function archived() {
  const { rawPayload } = await server.get('local.user', `reporting/projects/${code}/documents`);
  return new Map([...unzip(rawPayload)].map(([name, bytes]) => [name, bytes.toString()]));
}

async function send(fileName: string) {
  const { payload } = await upload(server, 'local.user', code, fileName);
  const [made] = payload ?? [];
  const url = `projects/${code}/documents/${made?.id}/revisions/1/security/false`;
  await server.call('local.user', 'PUT', url);
  const [revision] = (await revisions(made?.id)).payload ?? [];
  const link = `/api/projects/documents/${revision?.name}${revision?.revision}/anonymous`;
  return { ...made, link };
}

/** The number of waiting jobs of a kind. */
async function jobs(kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from graphile_worker.jobs where task_identifier = ${kind}`.execute(
    server.context.db,
  );
  return rows[0]?.count ?? 0;
}

it('a revision waits for its scan, and nobody gets it until it is clean', async () => {
  const { id, revisionId, link } = await send('a.txt');
  expect((await revisions(id)).payload).toMatchObject([{ scan: 'waiting' }]);
  expect(await download(id, revisionId)).toEqual([409, 'DocumentWaitsForScan']);
  expect((await server.app.inject({ url: link })).statusCode).toBe(409);
  expect(await archived()).toEqual(
    new Map([['NEDOSTAJE - a.txt.txt', expect.stringContaining('Датотека се још проверава на вирусе.')]]),
  );
  await scanRevision(server.context, revisionId ?? 0);
  expect(scanned).toEqual(['садржај']);
  expect(await archived()).toEqual(new Map([['a.txt', 'садржај']]));
  expect(await download(id, revisionId)).toEqual([200, 'садржај']);
  expect((await server.app.inject({ url: link })).statusCode).toBe(200);
});

it('a scan is queued with its revision', async () => {
  const before = await jobs('scanRevision');
  await send('b.txt');
  expect(await jobs('scanRevision')).toBe(before + 1);
});

it('an infected revision is kept away, and reported with the name of the finding', async () => {
  const { id, revisionId, link } = await send('c.txt');
  // Of the two followers, only one may see the project.
  await sql`insert into project_followers (project_id, user_id, created_at)
    select projects.id, users.id, now() from projects, users
    where projects.code = ${code} and users.login in ('local.admin', 'other.user')`.execute(server.context.db);
  answer = () => 'stream: Test-Signature FOUND';
  const texts = await jobs('readText');
  await scanRevision(server.context, revisionId ?? 0);
  answer = () => 'stream: OK';
  // Its text is not read, so no search finds it.
  expect(await jobs('readText')).toBe(texts);
  // A scanned revision keeps its result.
  await scanRevision(server.context, revisionId ?? 0);
  expect((await revisions(id)).payload).toMatchObject([{ scan: 'found', scanFinding: 'Test-Signature' }]);
  const { payload } = await server.call<ProjectNotification[]>('local.user', 'GET', 'notifications');
  expect(payload?.filter(({ kind }) => kind === 'infected')).toMatchObject([
    { projectCode: code, documentId: id, comment: 'c', userName: '' },
  ]);
  const told = await sql<{ login: string }>`
    select users.login::text as login from notifications join users on users.id = notifications.user_id
    where notifications.kind = 'infected' order by users.login`.execute(server.context.db);
  expect(told.rows.map(({ login }) => login)).toEqual(['local.admin', 'local.user']);
  expect(await download(id, revisionId)).toEqual([403, 'DocumentInfected']);
  expect((await server.app.inject({ url: link })).statusCode).toBe(403);
  expect((await archived()).get('NEDOSTAJE - c.txt.txt')).toMatch(/„c\.txt“ недостаје\. У датотеци је нађен вирус/);
});

it('an archive states that the newest revision is infected, and contains no older one instead', async () => {
  const { id, revisionId } = await send('r.txt');
  await scanRevision(server.context, revisionId ?? 0);
  expect((await archived()).has('r.txt')).toBe(true);
  const { payload } = await upload(
    server,
    'local.user',
    code,
    'r.txt',
    {
      documentId: String(id),
      description: 'Опис',
      comment: 'Друга',
    },
    'друга',
  );
  answer = () => 'stream: Test-Signature FOUND';
  await scanRevision(server.context, payload?.[0]?.revisionId ?? 0);
  answer = () => 'stream: OK';
  expect([...(await archived()).keys()].filter((name) => name.includes('r.txt'))).toEqual(['NEDOSTAJE - r.txt.txt']);
});

it('if two scans run at once, the first result stays', async () => {
  const { id, revisionId } = await send('e.txt');
  const texts = await jobs('readText');
  answer = async () => {
    answer = () => 'stream: Test-Signature FOUND';
    await scanRevision(server.context, revisionId ?? 0);
    answer = () => 'stream: OK';
    return answer();
  };
  await scanRevision(server.context, revisionId ?? 0);
  expect((await revisions(id)).payload).toMatchObject([{ scan: 'found', scanFinding: 'Test-Signature' }]);
  expect(await jobs('readText')).toBe(texts);
});

it.each(['INSTREAM size limit exceeded. ERROR', ''])(
  'a clamd that gives no result (%j) leaves the revision waiting, and the job fails to be tried again',
  async (words) => {
    const { id, revisionId } = await send('d.txt');
    answer = () => words;
    await expect(scanRevision(server.context, revisionId ?? 0)).rejects.toThrow('clamd');
    expect((await revisions(id)).payload).toMatchObject([{ scan: 'waiting' }]);
  },
);
