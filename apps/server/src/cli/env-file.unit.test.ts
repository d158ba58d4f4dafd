import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { readEnvFile, useEnvFile } from './env-file.ts';

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
});
