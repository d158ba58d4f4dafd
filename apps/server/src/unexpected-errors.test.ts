import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownUrl } from './testing/held-projects.ts';
import { useServer } from './testing/server.ts';
import { MAIN, until, useServerProcesses } from './testing/server-processes.ts';

const server = useServer();
const { folder, launch } = useServerProcesses();
const SECRET = 'tajna-od-najmanje-trideset-dva-znaka!';

/** Makes a running server meet errors that nobody expects, by signals. */
const ERRORS = `
  process.on('SIGUSR2', () => { throw new Error('nobody expects ${SECRET}'); });
  process.on('SIGWINCH', () => { void Promise.reject(new Error('nobody awaits this')); });`;

const CASES = [
  ['SIGUSR2', 'uncaughtException', 'nobody expects ***'],
  ['SIGWINCH', 'unhandledRejection', 'nobody awaits this'],
] as const;

it.each(CASES)('an error that nobody expects (%s) ends the server after its calls', async (signal, kind, message) => {
  const file = join(folder, 'errors.mjs');
  writeFileSync(file, ERRORS);
  const env = { PORT: '0', DATABASE_URL: await ownUrl(server), AUDIT_SECRET: SECRET };
  const child = launch(process.execPath, ['--import', file, MAIN], env);
  const url = await until(() => {
    if (child.process.exitCode !== null) throw new Error(child.output());
    return /^PIMIS: (\S+)$/m.exec(child.output())?.[1];
  });
  const body = JSON.stringify({ login: 'nobody', password: 'погрешна' });
  const call = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  call.on('data', (data: Buffer) => (answer += data.toString()));
  call.write(
    `POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`,
  );
  // The other call is answered after the headers of the first have been read.
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
  const ended = once(child.process, 'exit');
  child.process.kill(signal);
  await until(() => (child.output().includes('unexpected error') ? true : undefined));
  call.write(body.slice(10));
  await once(call, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 401 .*^connection: close/ims);
  expect((await ended)[0]).toBe(70);
  const line = child
    .output()
    .split('\n')
    .find((one) => one.includes('unexpected error'));
  const told = JSON.parse(line ?? '') as { kind: string; err: { stack: string } };
  expect(told.kind).toBe(kind);
  expect(told.err.stack).toContain(message);
  expect(child.output()).not.toContain(SECRET);
});
