import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { databaseUrl } from '../../testing/template.ts';
import { type DatabaseFacts, databaseProblems, requireFitDatabase } from './database-fitness.ts';
import { PartFailed } from '../process/part-failed.ts';
import { Refused } from '../process/refused.ts';

const FIT: DatabaseFacts = {
  version: 180_001,
  shown: '18.1',
  encoding: 'UTF8',
  icu: true,
  missing: [],
  account: 'pimis',
  mayMakeSchemas: true,
  mayMakeTables: true,
  foreignOwner: null,
  standby: false,
};

describe('what a database lacks', () => {
  it.each<[Partial<DatabaseFacts>, string[]]>([
    [{}, []],
    [{ version: 160_000, shown: '16.0' }, []],
    [{ version: 159_999, shown: '15.14' }, ['PostgreSQL 15.14 is too old: 16 or newer']],
    [{ encoding: 'LATIN1' }, ['its encoding is LATIN1, not UTF8']],
    [{ icu: false }, ['it was built without ICU']],
    [{ missing: ['citext', 'pg_trgm'] }, ['extensions are missing: citext, pg_trgm']],
    [{ mayMakeSchemas: false }, ['the account pimis may not create schemas in it: grant create on database']],
    [{ mayMakeTables: false }, ['the account pimis may not create tables in the schema public']],
    [{ foreignOwner: 'dba' }, ['its tables belong to dba, not to the account pimis']],
    [{ standby: true, mayMakeSchemas: false, mayMakeTables: false, foreignOwner: 'dba' }, []],
  ])('%o is named', (facts, problems) => {
    expect(databaseProblems({ ...FIT, ...facts })).toEqual(problems);
  });
});

describe('a database of the machine', () => {
  const own = `t_${process.pid}_unfit`;
  const postgres = inject('postgresUrl');

  async function query(url: string, ...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
  const as = (account: string, url: string) => {
    const changed = new URL(url);
    [changed.username, changed.password] = [account, 'tajna'];
    return changed.href;
  };

  afterAll(() =>
    query(
      postgres,
      `drop database if exists ${own}_latin with (force)`,
      `drop database if exists ${own} with (force)`,
      `drop role if exists ${own}`,
    ),
  );

  it('is refused with one sentence for another encoding', async () => {
    await query(postgres, `create database ${own}_latin template template0 encoding 'LATIN1' locale 'C'`);
    const refused = requireFitDatabase(databaseUrl(postgres, `${own}_latin`));
    await expect(refused).rejects.toThrow(
      'DATABASE_URL: the database cannot be used: its encoding is LATIN1, not UTF8.',
    );
    await expect(refused).rejects.toBeInstanceOf(Refused);
  });

  it('is refused for an account that may not create, or that does not own the tables', async () => {
    await query(postgres, `create database ${own}`, `create role ${own} login password 'tajna'`);
    const url = databaseUrl(postgres, own);
    await expect(requireFitDatabase(url)).resolves.toBeUndefined();
    await expect(requireFitDatabase(as(own, url))).rejects.toThrow(
      `the account ${own} may not create schemas in it: grant create on database; the account ${own} may not create tables`,
    );
    await query(postgres, `grant create on database ${own} to ${own}`);
    await query(url, `grant create on schema public to ${own}`);
    await expect(requireFitDatabase(as(own, url))).resolves.toBeUndefined();
    await query(url, 'create table migrations (name text)');
    await expect(requireFitDatabase(as(own, url))).rejects.toThrow(/its tables belong to \w+, not to the account/);
  });

  it('is named by its setting when it does not answer', async () => {
    const away = requireFitDatabase('postgresql://nobody@127.0.0.1:1/none');
    await expect(away).rejects.toThrow(/^DATABASE_URL: connect ECONNREFUSED/);
    await expect(away).rejects.toBeInstanceOf(PartFailed);
  });
});
