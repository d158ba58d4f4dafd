import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import type { Mail } from '../../platform/mail/mail.ts';
import { keepBackupFailure, keepLastBackup } from '../../platform/storage/backup-state.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { freePort } from '../../testing/child-server.ts';
import { takeMails } from '../../testing/mails.ts';
import { useServer } from '../../testing/server.ts';
import { activeAdministrators } from '../identity/roles/rights.ts';
import { mailHealth } from './health-mails.ts';

const server = useServer();
const LOOK_MS = 600_000;
let at = Date.now();

/** Runs the check ten minutes after the last one, as the job does; returns the mails that were queued. */
async function look(afterMs = LOOK_MS): Promise<Mail[]> {
  at += afterMs;
  await mailHealth({ ...server.jobs, now: () => new Date(at) });
  return takeMails(server.jobs.db);
}

const goodBackup = () =>
  keepLastBackup(server.context.db, {
    id: '20261129-060000000-abcdef',
    at: new Date(at).toISOString(),
    seconds: 1,
    tables: 1,
    rows: 1,
    files: 0,
    bytes: 1,
    newBytes: 1,
    encrypted: true,
    troubles: [],
  });

it('informs each administrator of a failed backup once a day, with the reason, and when it is over', async () => {
  const { db } = server.context;
  expect(await look()).toEqual([]);
  await keepBackupFailure(db, { at: new Date(at).toISOString(), reason: 'The place is full: smtp://a:b@c' });
  expect(await look()).toEqual([]);
  const told = await look();
  const administrators = await activeAdministrators(db);
  expect(told.map(({ to }) => to)).toEqual(administrators.map(({ email }) => email));
  expect(told[0]?.subject).toBe('ПИМИС: пажњу захтева резервна копија');
  expect(told[0]?.text).toContain('– резервна копија: не ради. Покрените наредбу pimis doctor, она каже узрок.');
  expect(told[0]?.text).toContain('  The place is full');
  expect(told[0]?.text).toContain('/administration/health');
  expect(await look()).toEqual([]);
  expect(await look(86_400_000)).toHaveLength(told.length);
  await goodBackup();
  const over = await look();
  expect(over[0]?.subject).toBe('ПИМИС: систем поново ради како треба');
  expect(over).toHaveLength(told.length);
  expect(await look()).toEqual([]);
});

it('informs of a certificate that ends within three weeks', async () => {
  const { cert, key } = await makeCertificate();
  const port = await freePort();
  const https = createServer({ cert, key });
  await once(https.listen(port, '127.0.0.1'), 'listening');
  const { config } = server.context;
  const before = config.publicUrl;
  config.publicUrl = `https://localhost:${port}`;
  try {
    at = Date.parse(new X509Certificate(cert).validTo) - 22 * 86_400_000;
    await goodBackup();
    expect([...(await look()), ...(await look())]).toEqual([]);
    at += 2 * 86_400_000;
    await goodBackup();
    await look();
    const [mail] = await look();
    expect(mail?.text).toMatch(
      /– сертификат: истиче за мање од три недеље \(\d{1,2}\.\d{1,2}\.\d{4}\.\)\. Обновите сертификат\./,
    );
  } finally {
    config.publicUrl = before;
    https.close();
  }
  const [over] = await look();
  expect(over?.subject).toContain('поново ради');
});
