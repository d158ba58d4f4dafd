import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from '../certificate.ts';
import { freePort, startChildServer } from '../child-server.ts';
import { BASE, DIRECTORY_PASSWORD, GROUP, MARKED_LOGIN, MEMBER, READER, type TestDirectory } from './directory.ts';

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
  const { cn, mail, memberOf } = MEMBER.attributes;
  const member = [
    'objectClass: extensibleObject',
    `cn:: ${base64(cn)}`,
    `mail: ${mail}`,
    ...memberOf.map((name) => `memberOf: ${name}`),
    '',
  ].join('\n');
  const unit = (name: string, ou: string) => `dn: ${name}\nobjectClass: organizationalUnit\nou: ${ou}\n`;
  return [
    `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\no: PIMIS\ndc: pimis\n`,
    unit(`ou=people,${BASE}`, 'people'),
    unit(`ou=guests,ou=people,${BASE}`, 'guests'),
    person(`uid=milena,ou=people,${BASE}`, 'milena'),
    person(`uid=${escaped},ou=people,${BASE}`, MARKED_LOGIN),
    person(`uid=guest,ou=guests,ou=people,${BASE}`, 'guest'),
    person(READER, 'reader'),
    person(MEMBER.dn, MEMBER.login) + member,
    unit(`ou=groups,${BASE}`, 'groups'),
    `dn: ${GROUP}\nobjectClass: organizationalRole\ncn: pimis-unos\n`,
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
    // It has the attribute memberOf.
    'moduleload memberof',
    ...tls,
    'database mdb',
    'maxsize 10485760',
    `suffix "${BASE}"`,
    `directory ${join(folder, 'data')}`,
    'access to attrs=userPassword by anonymous auth by * none',
    `access to * by dn.exact="${READER}" read by * none`,
    '',
  ].join('\n');
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
  const args = ['-d', '0', '-f', config, '-h', urls.join(' ')];
  const stop = await startChildServer(SLAPD, args, { port, folder });
  return {
    url: `ldap://127.0.0.1:${port}`,
    secureUrl: `ldaps://127.0.0.1:${securePort}`,
    stop,
  };
}
