import { type AddressInfo, connect } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '@pimis/contract/envelope';
import { guardSlowRequests } from './platform/http/slow-request-guard.ts';
import { useServer } from './testing/server.ts';

const server = useServer();
const json = { 'content-type': 'application/json' };

async function post(url: string, payload: string, login?: string) {
  const headers = login ? { ...json, authorization: `Bearer ${await server.token(login)}` } : json;
  const answer = await server.app.inject({ method: 'POST', url: `/api/${url}`, headers, payload });
  const { status, fieldErrors } = answer.json<Envelope<never>>();
  return { httpStatus: answer.statusCode, name: status.name, fieldErrors };
}

const marks = (bytes: number) => '\u0301\u0316'.repeat(bytes / 4);
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;

describe('what nobody may send', () => {
  it('large bodies to a call that anybody may make', async () => {
    const login = (password: string) => JSON.stringify({ login: 'a', password });
    expect(await post('login', login(marks(400_000)))).toMatchObject({ httpStatus: 413 });
    expect(await post('login', keys(400_000))).toMatchObject({ httpStatus: 413 });
    expect(await post('nowhere', login('a'.repeat(20_000)))).toMatchObject({ httpStatus: 413 });
    expect(await post('login', login(marks(12_000)))).toMatchObject({
      httpStatus: 422,
      fieldErrors: [{ field: 'password', code: 'InvalidField' }],
    });
    expect(await post('login', keys(1_000))).toMatchObject({ httpStatus: 422 });
  });

  it('rows of marks, hosts of values and depths of brackets, also by those who have signed in', async () => {
    const save = (text: string) => post('projects/form-input', text, 'local.user');
    const input = (json: string) => JSON.stringify({ projectCode: 'ABC', action: 1, json });
    expect(await save(input(marks(1_000_000)))).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'json' }] });
    expect(await save(`{"json":${keys(100_000)}}`)).toMatchObject({ httpStatus: 413 });
    expect(await save(`{"json":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toMatchObject({
      httpStatus: 422,
      fieldErrors: [{ code: 'TooDeep' }],
    });
    // A text may hold what looks like brackets.
    expect(await save(input(`"${'[,\\"'.repeat(50_000)}"`))).toMatchObject({ name: 'ValidationError' });
  });
});

describe('a body that drips', () => {
  async function drip(headers: string, rounds: number, patienceMs = 200): Promise<string> {
    const app = fastify();
    guardSlowRequests(app, { graceMs: patienceMs, bytesPerSecond: Number.POSITIVE_INFINITY, stallMs: patienceMs });
    app.post('/', () => 'whole');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.on('error', () => undefined);
    // Also after an error: a connection that was cut may be reset.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${headers}\r\n\r\n`);
    let left = rounds;
    for await (const _ of every(20)) {
      if (left-- <= 0 || socket.destroyed || answer !== '') break;
      socket.write('a');
    }
    if (answer.includes('whole')) socket.end();
    await closed;
    await app.close();
    return answer;
  }

  it('is cut, whether it drips or stands still', async () => {
    expect(await drip('Content-Length: 100000', 1000)).toContain('408');
    expect(await drip('Content-Length: 100000', 0)).toContain('408');
  });

  it('is read when it comes in time', async () => {
    // Between two bytes a busy machine may hold the test up.
    expect(await drip('Content-Length: 3', 1000, 10_000)).toContain('whole');
  });

  it('has no chance in the headers either', () => {
    expect(server.app.server.headersTimeout).toBeLessThanOrEqual(15_000);
  });
});
