import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { useProcesses } from '../../../testing/own-process.ts';
import { createProject } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const MEBI = 1024 * 1024;
const start = useProcesses(server, { DOCUMENT_SIZE_LIMIT: String(100 * MEBI) });
const TUS = { 'tus-resumable': '1.0.0' };
const PATCH = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** The server of this test on a port. */
async function listen() {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, authorization: `Bearer ${await server.token('local.user')}` };
}

it('a server killed in the middle of an upload loses no byte that it has confirmed', async () => {
  const code = await createProject(server, 'local.user');
  server.context.config.documentMaxBytes = 100 * MEBI;
  const content = randomBytes(20 * MEBI);
  const first = await start('local.user');
  const begun = await fetch(`${first.url}/api/projects/${code}/uploads`, {
    method: 'POST',
    headers: {
      authorization: first.authorization,
      ...TUS,
      'upload-length': String(content.length),
      'upload-metadata': `filename ${Buffer.from('veliki.dat').toString('base64')}`,
    },
  });
  const path = begun.headers.get('location') ?? '';
  const sent = request(`${first.url}${path}`, {
    method: 'PATCH',
    headers: {
      authorization: first.authorization,
      ...PATCH,
      'upload-offset': '0',
      'content-length': String(content.length),
    },
  });
  const cut = once(sent, 'error');
  sent.write(content.subarray(0, 8 * MEBI));
  const offset = async (of: { url: string; authorization: string }) => {
    const answer = await fetch(`${of.url}${path}`, {
      method: 'HEAD',
      headers: { authorization: of.authorization, ...TUS },
    });
    return Number(answer.headers.get('upload-offset'));
  };
  // The rows record the received bytes; a request to the server would end the running call.
  const pieces = () => server.context.db.selectFrom('upload_pieces').select('size').execute();
  await expect.poll(async () => (await pieces()).length, { timeout: 20_000 }).toBe(1);
  first.child.kill('SIGKILL');
  await cut;

  // The next server has no memory of the upload: it only knows the contents of database and store.
  const second = await listen();
  const received = await offset(second);
  expect(received).toBe(5 * MEBI);
  const rest = await fetch(`${second.url}${path}`, {
    method: 'PATCH',
    headers: { authorization: second.authorization, ...PATCH, 'upload-offset': String(received) },
    body: content.subarray(received),
  });
  expect(rest.status).toBe(204);
  const made = await fetch(`${second.url}/api/projects/${code}/documents/uploaded`, {
    method: 'POST',
    headers: { authorization: second.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ files: [{ uploadId: path.split('/').at(-1), description: 'Велика датотека' }] }),
  });
  expect(made.status).toBe(200);
  const rows = await server.context.db.selectFrom('document_revisions').select('hash').execute();
  expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(content).digest('hex'));
});
