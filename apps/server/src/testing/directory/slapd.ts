import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Certificate } from '../certificate.ts';
import { BASE, DIRECTORY_PASSWORD, MARKED_LOGIN, type TestDirectory } from './directory.ts';

const SLAPD = '/usr/sbin/slapd';
const SLAPADD = '/usr/sbin/slapadd';

export const hasSlapd = existsSync(SLAPD);
export const NO_SLAPD =
  'slapd is not installed: the sign-in by directory was tried on a double of LDAP alone. Install it with: apt-get install slapd';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The people of the tests, with escaped names. */
function people(): string {
  const escaped = MARKED_LOGIN.replaceAll(/[\\,+"<>;=#]/g, (mark) => `\\${mark}`);
  const person = (name: string, uid: string) =>
    `dn:: ${base64(name)}\nobjectClass: account\nobjectClass: simpleSecurityObject\nuid:: ${base64(uid)}\nuserPassword:: ${base64(DIRECTORY_PASSWORD)}\n`;
  const unit = (name: string, ou: string) => `dn: ${name}\nobjectClass: organizationalUnit\nou: ${ou}\n`;
  return [
    `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\no: PIMIS\ndc: pimis\n`,
    unit(`ou=people,${BASE}`, 'people'),
    unit(`ou=guests,ou=people,${BASE}`, 'guests'),
    person(`uid=milena,ou=people,${BASE}`, 'milena'),
    person(`uid=${escaped},ou=people,${BASE}`, MARKED_LOGIN),
    person(`uid=guest,ou=guests,ou=people,${BASE}`, 'guest'),
  ].join('\n');
}

function configuration(folder: string, certificate: Certificate | null): string {
  const tls = certificate
    ? [`TLSCertificateFile ${join(folder, 'cert.pem')}`, `TLSCertificateKeyFile ${join(folder, 'key.pem')}`]
    : [];
  return [
    ...['core', 'cosine'].map((name) => `include /etc/ldap/schema/${name}.schema`),
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    ...tls,
    'database mdb',
    'maxsize 10485760',
    `suffix "${BASE}"`,
    `directory ${join(folder, 'data')}`,
    'access to attrs=userPassword by anonymous auth by * none',
    '',
  ].join('\n');
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

async function answers(port: number, ended: () => string | null): Promise<void> {
  for (;;) {
    const failed = ended();
    if (failed !== null) throw new Error(`slapd has ended: ${failed}`);
    const there = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        done(true);
      });
      socket.once('error', () => done(false));
    });
    if (there) return;
    await delay(20);
  }
}

/** Starts Debian's slapd on ports of this machine, with a folder of its own. */
export async function startSlapd(certificate: Certificate | null): Promise<TestDirectory> {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-slapd-'));
  chmodSync(folder, 0o700);
  mkdirSync(join(folder, 'data'));
  if (certificate) {
    writeFileSync(join(folder, 'cert.pem'), certificate.cert);
    writeFileSync(join(folder, 'key.pem'), certificate.key);
  }
  const config = join(folder, 'slapd.conf');
  writeFileSync(config, configuration(folder, certificate));
  const filled = spawnSync(SLAPADD, ['-f', config], { input: people(), encoding: 'utf8' });
  if (filled.status !== 0) throw new Error(`slapadd: ${filled.stderr}`);
  const [port, securePort] = [await freePort(), await freePort()];
  const urls = [`ldap://127.0.0.1:${port}`, ...(certificate ? [`ldaps://127.0.0.1:${securePort}`] : [])];
  const server = spawn(SLAPD, ['-d', '0', '-f', config, '-h', urls.join(' ')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const exit = new Promise<void>((done) => {
    server.once('exit', () => done());
  });
  await answers(port, () => (server.exitCode === null ? null : said));
  return {
    url: `ldap://127.0.0.1:${port}`,
    secureUrl: `ldaps://127.0.0.1:${securePort}`,
    stop: async () => {
      server.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
