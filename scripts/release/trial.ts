import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';

/**
 * Tries an unpacked release: starts it, signs in, makes a paper, ends it. Arguments: the folder of the release and that of
 * the data. It runs with the release's own Node and imports nothing, in a namespace without a network.
 */

const [folder = '', dataDir = ''] = process.argv.slice(2);
const outside = Object.values(networkInterfaces())
  .flat()
  .filter((address) => address?.internal === false);
if (outside.length > 0) throw new Error('There is a network: the trial says nothing.');

const server = spawn(`${folder}/pimis`, ['start'], {
  env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, PORT: '3000', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
let said = '';
const url = await new Promise<string>((done, fail) => {
  server.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const address = /^PIMIS: (\S+)$/m.exec(said)?.[1];
    if (address !== undefined) done(address);
  });
  server.once('exit', () => fail(new Error(`The release has ended: ${said}`)));
});

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${url}${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

try {
  const configuration = await call('/api/configuration');
  const { payload: product } = (await configuration.json()) as { payload: { demoPassword: string } };
  const signedIn = await call('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'minister', password: product.demoPassword }),
  });
  const { payload } = (await signedIn.json()) as { payload: { accessToken: string } };
  const headers = { authorization: `Bearer ${payload.accessToken}` };
  const listed = await call('/api/projects/paged', { headers });
  const { payload: projects } = (await listed.json()) as { payload: { code: string }[] };
  const paper = await call(`/api/reporting/projects/${projects[0]?.code}/identity-cards`, { headers });
  const bytes = Buffer.from(await paper.arrayBuffer());
  if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error('The paper is no PDF.');
  const page = await (await call('/', { headers: { accept: 'text/html' } })).text();
  if (!page.includes('<div id="root"')) throw new Error('There is no web application.');
  await call('/help/');
  process.stdout.write(`  ${projects.length} projects, a paper of ${bytes.length} bytes\n`);
} finally {
  server.kill('SIGTERM');
  await ended;
}
