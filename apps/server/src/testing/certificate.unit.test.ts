import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { expect, it } from 'vitest';
import { type Certificate, makeCertificate, trusting } from './certificate.ts';

const serve = async (certificate: Certificate) => {
  const server = createServer(certificate);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const isTrusted = () =>
    new Promise<boolean>((done) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('secureConnect', () => done(socket.destroy().authorized));
      socket.once('error', () => done(false));
    });
  return { isTrusted, stop: () => new Promise((done) => server.close(done)) };
};

it('trusts a certificate until its own work ends, whatever other works end before', async () => {
  const [first, second] = [await makeCertificate(), await makeCertificate()];
  const servers = [await serve(first), await serve(second)] as const;
  const [one, other] = servers;
  const [early, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];

  const begunFirst = trusting(first, () => early.promise);
  const endsLast = trusting(second, async () => {
    await late.promise;
    return other.isTrusted();
  });
  expect([await one.isTrusted(), await other.isTrusted()]).toEqual([true, true]);
  early.resolve();
  await begunFirst;
  late.resolve();
  expect(await endsLast).toBe(true);
  expect([await one.isTrusted(), await other.isTrusted()]).toEqual([false, false]);
  await Promise.all(servers.map(({ stop }) => stop()));
});
