import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { LAUNCHER, queryOf, runProgram, runSubcommand, useCommandLine } from '../testing/command-line.ts';
import { databaseUrl } from '../testing/template.ts';
import { COMMANDS } from './commands.ts';

const { folder, name, url } = useCommandLine('as-is');
const SECRET = 'a secret of a server with 32 letters';

const at = (cwd: string, env: Record<string, string>) => {
  const { PATH = '', HOME = '' } = process.env;
  return { cwd, env: { PATH, HOME, LOG_LEVEL: 'silent', ...env } };
};
const pimis = (args: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  runSubcommand(args, at(cwd, env));

/** Each subcommand that works with the installation as it is, with arguments outside of the folder that it runs in. */
function calls(outside: string): string[][] {
  writeFileSync(join(outside, 'take-over'), '');
  const words: Readonly<Record<string, string>> = {
    PLACE: join(outside, 'place'),
    STORE: pathToFileURL(join(outside, 'store')).href,
    LOGIN: 'admin',
    NAME: 'money',
    SECRET: 'TOKEN_SECRET',
    'on|off': 'off',
  };
  const declared = COMMANDS.filter(({ keepsAsIs }) => keepsAsIs).map((command) => [
    command.name,
    // Each command gets a file of its own.
    ...command.words.map((word) => (word === 'FILE' ? join(outside, command.name) : (words[word] ?? ''))),
    ...('any-signer' in command.options ? ['--any-signer'] : []),
    ...(command.name === 'restored' ? ['--to', '2026-11-29T14:05:00+01:00'] : []),
  ]);
  return [...declared, ['migrate', '--check'], ['first-admin', 'x', 'Први', 'није адреса']];
}

describe('a command that works with the installation as it is', () => {
  it.each([
    ['where there is nothing', {}],
    ['where there is only a secret', { TOKEN_SECRET: SECRET }],
    ['on an empty database', { DATABASE_URL: url, TOKEN_SECRET: SECRET }],
  ])('makes no database, folder or secret %s', async (where, env) => {
    const inside = mkdtempSync(join(folder, 'inside-'));
    const outside = mkdtempSync(join(folder, 'outside-'));
    mkdirSync(join(outside, 'place'));
    const called = calls(outside);
    expect(called.map(([command]) => command)).toEqual(expect.arrayContaining(['doctor', 'verify', 'audit-verify']));
    // Without DATABASE_URL there is no database yet: only the first start creates the embedded one.
    if (!('DATABASE_URL' in env)) called.push(['migrate']);
    for (const call of called) {
      const [command = ''] = call;
      const ended = await pimis(call, inside, env);
      // A key needs no installation, a packet names what is missing, and the doctor finds no fault with an empty one.
      const codes =
        command === 'backup-key' || command === 'support-packet' ? [0] : command === 'doctor' ? [0, 1] : [1, 3];
      expect(codes, `${command} ${where}: ${ended.err}`).toContain(ended.code);
      expect(ended.err, command).not.toContain('    at ');
    }
    expect(readdirSync(inside)).toEqual([]);
    const made = `select relname from pg_class where relnamespace::regnamespace::text in ('public', 'graphile_worker')`;
    expect(await queryOf(url, made)).toEqual([]);
  });
});

describe('pimis --env', () => {
  it('reads the settings of the service', async () => {
    const file = join(folder, 'pimis.env');
    const address = new URL(url);
    address.searchParams.set('application_name', 'pimis$1');
    address.searchParams.append('connect_timeout', '5');
    writeFileSync(
      file,
      `# as in /etc/pimis\nDATABASE_URL=${address.href}\nMAIL_FROM=ПИМИС <pimis@example.rs>\nTOKEN_SECRET="${SECRET}"\n`,
    );
    const inside = mkdtempSync(join(folder, 'env-'));
    // The database that the file names, which is empty.
    for (const args of [
      ['--env', file, 'migrate', '--check'],
      [`--env=${file}`, 'migrate', '--check'],
    ]) {
      expect(await pimis(args, inside)).toMatchObject({
        code: 1,
        out: expect.stringContaining('would run: baseline') as string,
      });
    }
    const doctor = await runProgram(LAUNCHER, ['--env', file, 'doctor'], at(inside, {}));
    expect(doctor.out).toMatch(/^ok +MAIL_FROM +set$/m);
    expect(doctor.out).toMatch(/^ok +DATABASE_URL +PostgreSQL \S+ answers$/m);
    expect(doctor.out + doctor.err).not.toContain(SECRET);
    expect(await pimis(['--env', join(folder, 'none.env'), 'doctor'], inside)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^Setting --env: ENOENT/) as string,
    });
    expect(await pimis(['--env'], inside)).toMatchObject({ code: 2 });
    // Without the file the settings are unset.
    expect(await pimis(['audit-verify'], inside)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^Setting TOKEN_SECRET: is unset, .*--env FILE reads the settings/) as string,
    });
  });
});

describe('a command', () => {
  it('goes on when nobody reads its output any more', async () => {
    const script = `import { outliveReaders } from '${pathToFileURL(join(import.meta.dirname, 'broken-output.ts')).href}';
      outliveReaders([process.stdout, process.stderr]);
      for (let index = 0; index < 50; index += 1) {
        process.stdout.write('line\\n'.repeat(1000));
        await new Promise((done) => setImmediate(done));
      }
      process.stderr.write('went on');`;
    const node = `"${process.execPath}" --input-type=module --eval "$SCRIPT" | head -1`;
    const ended = await runProgram('/bin/sh', ['-c', node], at(folder, { SCRIPT: script }));
    expect(ended).toEqual({ code: 0, out: 'line\n', err: 'went on' });
  });

  it('and the start end with one sentence that names the setting, where the database cannot be used', async () => {
    const latin = `${name}_latin`;
    await queryOf(inject('postgresUrl'), `create database ${latin} template template0 encoding 'LATIN1' locale 'C'`);
    try {
      const env = { DATABASE_URL: databaseUrl(inject('postgresUrl'), latin), TOKEN_SECRET: SECRET, PORT: '0' };
      const inside = mkdtempSync(join(folder, 'latin-'));
      const err = 'DATABASE_URL: the database cannot be used: its encoding is LATIN1, not UTF8.\n';
      expect(await runProgram(LAUNCHER, ['serve'], at(inside, env))).toEqual({ code: 1, out: '', err });
      for (const args of [['migrate'], ['audit-verify'], ['first-admin', 'prvi.admin', 'Први', 'a@b.rs']]) {
        expect(await pimis(args, inside, env), args[0]).toEqual({ code: 1, out: '', err });
      }
      const doctor = await pimis(['doctor'], inside, env);
      expect(doctor.out).toMatch(/^WRONG +DATABASE_URL +its encoding is LATIN1, not UTF8$/m);
      const away = { ...env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
      expect(await runProgram(LAUNCHER, ['serve'], at(inside, away))).toEqual({
        code: 3,
        out: '',
        err: 'DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n',
      });
    } finally {
      await queryOf(inject('postgresUrl'), `drop database ${latin} with (force)`);
    }
  });
});
