import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../settings/read.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { readEnvFile, useEnvFile } from './env-file.ts';

const printOf = (certificate: string) => new X509Certificate(certificate).fingerprint256;

describe('a file of settings', () => {
  it('is read as systemd reads it: nothing of the shell has a meaning', () => {
    expect(
      readEnvFile(
        [
          '# settings',
          '; of the service',
          '',
          'DATABASE_URL=postgresql://pimis:a$b@db/pimis?sslmode=require&application_name=pimis',
          'MAIL_FROM=ПИМИС <pimis@example.rs>',
          '  PUBLIC_URL =  https://pimis.example.rs   ',
          'TOKEN_SECRET="with blanks  and \\"quotes\\", \\$ and \\n "',
          "AUDIT_SECRET='as $it is \\'",
          'BACKUP_TRIAL=sun \\',
          '04:00',
          'SMTP_URL=',
          'HOST=a#b;c',
          'no setting',
          'export DEMO=1',
          '1ST=none',
          `LDAP_USER_DN='uid={login},'"ou=people"`,
          'LOG_LEVEL=a\\ b\\ ',
          'HELP_ROOT=/pomoc"x"',
          'DATA_DIR=/var/lib/pimis',
        ].join('\n'),
      ),
    ).toEqual({
      DATABASE_URL: 'postgresql://pimis:a$b@db/pimis?sslmode=require&application_name=pimis',
      MAIL_FROM: 'ПИМИС <pimis@example.rs>',
      PUBLIC_URL: 'https://pimis.example.rs',
      TOKEN_SECRET: 'with blanks  and "quotes", $ and \\n ',
      AUDIT_SECRET: 'as $it is \\',
      BACKUP_TRIAL: 'sun 04:00',
      SMTP_URL: '',
      HOST: 'a#b;c',
      LDAP_USER_DN: 'uid={login},ou=people',
      LOG_LEVEL: 'a b ',
      HELP_ROOT: '/pomoc"x"',
      DATA_DIR: '/var/lib/pimis',
    });
  });

  it('takes the last of two, ends of lines of Windows, quotes over several lines, and what is not closed', () => {
    expect(readEnvFile('A=1\r\nA=2\r\nB="1\n2"\nC="open')).toEqual({ A: '2', B: '1\n2', C: 'open' });
    expect(readEnvFile('')).toEqual({});
    expect(readEnvFile('A=1\\')).toEqual({ A: '1' });
  });

  it('counts before what the shell has set, and is named when it cannot be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pimis-env-'));
    const file = join(folder, 'pimis.env');
    writeFileSync(file, 'PORT=3001\n');
    const env: NodeJS.ProcessEnv = { PORT: '3000', HOST: 'pimis' };
    useEnvFile(file, env);
    rmSync(folder, { recursive: true });
    expect(env).toEqual({ PORT: '3001', HOST: 'pimis' });
    expect(() => useEnvFile(file, env)).toThrow(ConfigError);
  });

  it('names authorities, which Node trusts from then on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pimis-env-'));
    const before = getCACertificates('default');
    const [one, other] = [await makeCertificate(), await makeCertificate()];
    writeFileSync(join(folder, 'authorities.pem'), `${one.cert}\n${other.cert}`);
    writeFileSync(join(folder, 'pimis.env'), `NODE_EXTRA_CA_CERTS=${folder}/authorities.pem\n`);
    writeFileSync(join(folder, 'wrong.env'), `NODE_EXTRA_CA_CERTS=${folder}/none.pem\n`);
    try {
      useEnvFile(join(folder, 'pimis.env'), {});
      const trusted = getCACertificates('default').map(printOf);
      expect(trusted).toEqual(expect.arrayContaining([one.cert, other.cert].map(printOf)));
      expect(new Set(trusted).size).toBe(new Set(before.map(printOf)).size + 2);
      expect(() => useEnvFile(join(folder, 'wrong.env'), {})).toThrow(/^Setting NODE_EXTRA_CA_CERTS: ENOENT/);
    } finally {
      setDefaultCACertificates(before);
      rmSync(folder, { recursive: true });
    }
  });
});
