import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LAUNCHER, queryOf, runProgram, runSubcommand, useCommandLine } from '../testing/command-line.ts';
import { helpOf, readCall } from './command.ts';
import { VERSION } from '../platform/process/version.ts';
import { COMMANDS } from './commands.ts';
import { Misused } from './outcome.ts';

const WAIT_MS = 240_000;
/** Subcommands that start a server. */
const SERVERS = ['start', 'serve', 'worker'];
const { folder, url } = useCommandLine('cli');

const at = (env: Record<string, string>) => ({
  cwd: folder,
  env: { ...process.env, NODE_ENV: '', DATABASE_URL: url, DATA_DIR: join(folder, 'data'), ...env },
});

const launched = (args: readonly string[], env: Record<string, string> = {}) => runProgram(LAUNCHER, args, at(env));
const pimis = (args: readonly string[], env: Record<string, string> = {}) => runSubcommand(args, at(env));

describe('pimis', { timeout: WAIT_MS }, () => {
  it('lists its subcommands, and describes each', async () => {
    const overview = await launched(['--help']);
    expect(overview).toMatchObject({ code: 0, err: '' });
    for (const { name: subcommand } of COMMANDS) expect(overview.out).toMatch(new RegExp(`^  ${subcommand} `, 'm'));
    expect(await launched([])).toMatchObject({ code: 2, out: overview.out });
    for (const command of COMMANDS) {
      expect(readCall(command, ['--help'])).toBeNull();
      const help = helpOf(command);
      expect(help).toContain(`pimis ${command.name}`);
      expect(help).toContain(command.summary);
      for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`);
    }
    const [first] = COMMANDS;
    const ofFirst = { code: 0, out: first && helpOf(first), err: '' };
    expect(await pimis([first?.name ?? '', '-h'])).toEqual(ofFirst);
    expect(await pimis(['help', first?.name ?? ''])).toEqual(ofFirst);
    expect(await pimis(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
  });

  it('refuses what it does not know with one sentence', async () => {
    const unknown = await pimis(['obrisi-sve']);
    expect(unknown).toEqual({ code: 2, out: '', err: 'There is no subcommand obrisi-sve. pimis --help lists them.\n' });
    for (const command of COMMANDS) {
      expect(() => readCall(command, [...command.words, '--strange'])).toThrow(
        new RegExp(`'--strange'\\. Usage: pimis ${command.name}`),
      );
      expect(() => readCall(command, [...command.words, ...(command.optional ?? []), 'extra'])).toThrow(Misused);
    }
    const strange = await pimis(['unlock', 'admin', '--strange']);
    expect(strange).toMatchObject({ code: 2, out: '' });
    expect(strange.err.trim().split('\n')).toHaveLength(1);
  });

  it('lists what a migration would run, and changes nothing', async () => {
    const before = await pimis(['migrate', '--check']);
    expect(before).toMatchObject({ code: 1, err: '' });
    expect(before.out).toMatch(
      /^would run: baseline\n(would run: \d{4}_\w+\.sql\n)+would run: functions and views\nServers of .*\n$/,
    );
    expect(await queryOf(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    const ran = await pimis(['migrate']);
    expect(ran).toMatchObject({ code: 0, out: before.out.replaceAll('would run', 'ran').replace(/Servers.*\n/, '') });
    const after = await pimis(['migrate', '--check']);
    expect(after).toEqual({ code: 0, out: 'The database is of this version.\n', err: '' });
  });

  it('shows how long calls would wait for a migration, and when servers have to stop for it', async () => {
    const [removed] = await queryOf(url, `delete from migrations where name = '0144_portfolio.sql' returning hash`);
    // The planner's estimate of the rows of the tables.
    const believe = (rows: number) =>
      queryOf(
        url,
        `update pg_class set reltuples = ${rows} where oid in ('projects'::regclass, 'project_visibility'::regclass)`,
      );
    try {
      await believe(1_000);
      const few = await pimis(['migrate', '--check']);
      expect(few.out).toMatch(/^would run: 0144_portfolio.sql; locks projects \(about 1000 rows\), /m);
      expect(few.out).toMatch(/\nServers of the former version may go on meanwhile\.\n$/m);
      await believe(1_000_000);
      const many = await pimis(['migrate', '--check']);
      expect(many.code).toBe(1);
      expect(many.out).toMatch(/^It takes about 40 s; .*\nStop all servers before: calls would wait for too long/m);
      expect(many.out).not.toContain('may go on');
    } finally {
      await believe(0);
      await queryOf(
        url,
        `insert into migrations (name, hash) values ('0144_portfolio.sql', '${String(removed?.hash)}')`,
      );
    }
  });

  it('ends clearly where the database is newer, also at a start', async () => {
    await queryOf(url, `insert into migrations (name, hash) values ('9999_of_tomorrow.sql', 'x')`);
    const err =
      'The database is newer than this version: it has run 9999_of_tomorrow.sql. Use the version that has run it, or restore the backup from before the upgrade.\n';
    expect(await pimis(['migrate', '--check'])).toEqual({ code: 1, out: '', err });
    expect(await launched(['serve'], { PORT: '0' })).toMatchObject({ code: 1, err });
    await queryOf(url, `delete from migrations where name = '9999_of_tomorrow.sql'`);
  });

  it('prints no secret of the settings', async () => {
    const marker = 'oznaka-tajne-0123456789-0123456789';
    const secrets = {
      TOKEN_SECRET: marker,
      AUDIT_SECRET: `${marker}-dnevnik`,
      DATABASE_URL: `postgresql://pimis:${marker}@127.0.0.1:1/pimis`,
      READ_DATABASE_URL: `postgresql://pimis:${marker}@127.0.0.1:1/pimis`,
      POOLED_DATABASE_URL: `postgresql://pimis:${marker}@127.0.0.1:1/pimis`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${marker}`,
      SMTP_URL: `smtp://pimis:${marker}@127.0.0.1:1`,
      AWS_SECRET_ACCESS_KEY: marker,
      LDAP_URL: 'ldap://127.0.0.1:1',
      LDAP_USER_DN: 'uid={login},dc=example',
      LDAP_LOOKUP_DN: 'cn=pimis,dc=example',
      LDAP_LOOKUP_PASSWORD: marker,
    };
    const settings = { ...secrets, PORT: '0' };
    // A start that fails ends its process.
    for (const subcommand of SERVERS) {
      const ended = await launched([subcommand], settings);
      expect(ended.code, subcommand).toBeGreaterThan(0);
      expect(ended.out + ended.err, subcommand).not.toContain('oznaka-tajne');
    }
    const others = COMMANDS.filter(({ name: subcommand }) => !SERVERS.includes(subcommand));
    for (const { name: subcommand, words } of others) {
      const ended = await pimis([subcommand, ...(subcommand === 'support-packet' ? ['packet.txt'] : words)], settings);
      // A key needs no settings, and a packet names what does not answer.
      expect(ended.code === 0, subcommand).toBe(['backup-key', 'support-packet'].includes(subcommand));
      expect(ended.out + ended.err, subcommand).not.toContain('oznaka-tajne');
    }
    const packet = readFileSync(join(folder, 'packet.txt'), 'utf8');
    expect(packet).toContain('SMTP_URL');
    expect(packet).not.toContain('oznaka-tajne');
  });
});
