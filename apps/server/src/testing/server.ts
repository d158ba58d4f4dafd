import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { CATALOGUE, type StatusName } from '@pimis/contract/errors';
import type { Envelope } from '@pimis/contract/envelope';
import { buildApp } from '../app.ts';
import { computeBeforeCommit } from '../listeners.ts';
import { AUDIT_EVENTS } from '../platform/audit/audit.ts';
import type { Context } from '../platform/context.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { UNEXPECTED } from '../platform/http/error-handling.ts';
import { openFileStore } from '../platform/storage/files.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { DEMO_PASSWORD } from '../modules/system/demo-accounts.ts';
import { checkedAnswers, checkRefusal } from './answers.ts';
import { countCodesAnew } from './codes.ts';
import { openWatchedDatabase, outsideTransaction } from './nested-connections.ts';
import { ownDatabase } from './own-database.ts';
import { UnreadRefusals } from './unread-error-check.ts';
import { databaseUrl, testConfig } from './template.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer<Payload = never> extends Envelope<Payload, Record<string, unknown>> {
  httpStatus: number;
  headers: Record<string, unknown>;
}

/** The environment of a test file: its own server with its own database. */
export interface TestServer {
  app: FastifyInstance;
  context: Context;
  /** The same for jobs, whose statements have no time limit. */
  jobs: Context;
  mails: Mail[];
  /** Unexpected errors in the log; a test that causes one removes it. */
  failures: string[];
  /** Marks refusals as read; an unread one fails the file. */
  watch<Told extends { httpStatus: number; status: { name: string } }>(call: string, answer: Told): Told;
  /** Sets the clock of this server; null restores it. */
  setNow(at: Date | null): void;
  /** Makes the server that of a copy with the data of this moment; null makes it none. */
  setCopiedAt(at: string | null): void;
  /** Lets the server only be read, with this text; null lets it write again. */
  setReadOnly(text: string | null): void;
  call<Payload = never>(login: string | null, method: Method, url: string, body?: unknown): Promise<Answer<Payload>>;
  /** The raw answer to a GET, for example a file. The address follows /api/. */
  get(login: string, url: string): Promise<LightMyRequestResponse>;
  /** The access token of a demo account; one sign-in per account and file. */
  token(login: string): Promise<string>;
}

const REFUSED = 400;
/** Fifty concurrent calls of one account wait for two connections: on a busy machine longer than a server allows. */
const SHARE_WAIT_MS = 60_000;

/** After each test, every call's change must have an audit row with before and after. */
export async function requireChanges(db: Database): Promise<void> {
  const { rows } = await sql<{ operation: string; detail: unknown }>`
    select distinct on (operation) operation, detail from audit_log
    where not (operation = any(${[...AUDIT_EVENTS]}) or operation like 'export.%')
      and not (detail ?& array['before', 'after'] and (detail ->> 'before' is not null or detail ->> 'after' is not null))`.execute(
    db,
  );
  if (rows.length > 0) throw new Error(`Writes without the change in their audit row: ${JSON.stringify(rows)}`);
}

/** Gives each test file a fresh copy of the template database and a server on it. Call it at the top of the file. */
export function useServer(): TestServer {
  countCodesAnew();
  const postgresUrl = inject('postgresUrl');
  const { name, copy, drop } = ownDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'pimis-files-'));
  const tokens = new Map<string, Promise<string>>();
  const looked = new UnreadRefusals();
  let calls = 0;
  let at: Date | null = null;
  let readOnlyText: string | null = null;
  let copiedAt: string | null = null;
  let readOnly: Database;
  const server = { mails: [] as Mail[], failures: [] as string[] } as TestServer;

  server.setReadOnly = (text) => {
    readOnlyText = text;
  };
  server.setCopiedAt = (moment) => {
    copiedAt = moment;
  };
  server.setNow = (date) => {
    at = date;
    // A session of another day has expired.
    tokens.clear();
  };
  server.token = (login) => {
    const known = tokens.get(login);
    if (known) return known;
    const token = server.app
      .inject({ method: 'POST', url: '/api/login', payload: { login, password: DEMO_PASSWORD } })
      .then((answer) => {
        if (answer.statusCode !== 200) throw new Error(`Sign-in of ${login} failed: ${answer.body}`);
        return answer.json<Envelope<{ accessToken: string }>>().payload?.accessToken ?? '';
      });
    tokens.set(login, token);
    return token;
  };
  server.call = async <Payload>(login: string | null, method: Method, url: string, body?: unknown) => {
    const headers = login === null ? {} : { authorization: `Bearer ${await server.token(login)}` };
    const payload = body === undefined ? {} : { payload: body as object };
    // `then` starts the call, which must happen within `outsideTransaction`.
    const answer = await outsideTransaction(() =>
      server.app.inject({ method, url: `/api/${url}`, headers, ...payload }).then((injected) => injected),
    );
    const sent = answer.json<Omit<Answer<Payload>, 'httpStatus' | 'headers'>>();
    if (answer.statusCode >= REFUSED) {
      checkRefusal({ name: sent.status.name, payload: sent.payload, additional: sent.additionalInformation });
    }
    return server.watch(`${login} ${method} ${url}`, {
      ...sent,
      httpStatus: answer.statusCode,
      headers: answer.headers,
    });
  };
  server.get = async (login, url) =>
    server.app.inject({ url: `/api/${url}`, headers: { authorization: `Bearer ${await server.token(login)}` } });
  server.watch = (call, answer) => {
    calls += 1;
    if (answer.httpStatus < REFUSED) return answer;
    return looked.watch(`${calls}. ${call}: ${answer.httpStatus} ${answer.status.name}`, answer);
  };

  beforeAll(async () => {
    await copy();
    const config = testConfig(folder);
    const pooler = inject('poolerUrl');
    const db = openWatchedDatabase(
      databaseUrl(pooler ?? postgresUrl, name),
      { max: 5, pooled: pooler !== null, shareWaitMs: SHARE_WAIT_MS, beforeCommit: computeBeforeCommit(config) },
      (stack) => server.failures.push(stack),
    );
    const reads = new URL(databaseUrl(postgresUrl, name));
    // Reads from a replica must not write.
    reads.searchParams.set('options', '-c default_transaction_read_only=on');
    readOnly = openDatabase(reads.href, { max: 5 });
    const parts = {
      config: { ...config, logLevel: 'error' },
      db,
      replica: {
        db: readOnly,
        state: () => ({ lagMs: 0, reason: null }),
        isUsable: () => true,
        lost: (error: unknown) => server.failures.push(String(error)),
      },
      readOnly: { text: () => readOnlyText, copiedAt: () => copiedAt, onChange: () => () => undefined },
      files: await openFileStore(config),
      mail: {
        send: async (mail: Mail) => {
          server.mails.push(mail);
        },
      },
      now: () => at ?? new Date(),
    };
    // Every answer of every test is checked against its route's schema.
    const built = await buildApp(parts, {
      writeAnswers: checkedAnswers,
      logTo: {
        write: (line) => {
          const { msg, err } = JSON.parse(line) as { msg: string; err?: { stack: string } };
          if (msg === UNEXPECTED) server.failures.push(err?.stack ?? line);
        },
      },
    });
    server.app = built.app;
    server.context = built.context;
    server.jobs = {
      ...built.context,
      db: openDatabase(databaseUrl(postgresUrl, name), {
        max: 4,
        background: true,
        beforeCommit: computeBeforeCommit(config),
      }),
    };
    await built.app.ready();
  });

  afterAll(async () => {
    await requireChanges(server.context.db);
    await server.app.close();
    await server.jobs.db.destroy();
    await readOnly.destroy();
    await server.context.db.destroy();
    await drop();
    rmSync(folder, { recursive: true, force: true });
    expect(server.failures, 'calls that failed as nobody foresaw').toEqual([]);
    expect(looked.never, 'refused calls at whose answer nobody looked').toEqual([]);
  });

  return server;
}

/** The catalogue's number of a name; for expectations on `status.code`. */
export function codeOf(name: StatusName): number {
  return CATALOGUE[name].code;
}
