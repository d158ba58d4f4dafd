import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listProjects } from './modules/project-list/service.ts';
import { findProject } from './modules/projects/visibility.ts';
import { type CurrentUser, loadCurrentUser } from './platform/access/current-user.ts';
import { today } from './platform/context.ts';
import { encodePageKey } from './platform/lists/keyset-pagination.ts';
import { formattedSql } from './testing/format-sql.ts';
import { createProject } from './testing/projects.ts';
import { queriesOf } from './testing/query-recorder.ts';
import { useServer } from './testing/server.ts';

/**
 * The statements that are put together from parts, as the database gets them, in `statements/`: a review sees the SQL
 * of a change. `npm run statements` writes them anew.
 */

const FOLDER = join(import.meta.dirname, 'statements');
const IS_RENEWED = process.env.PIMIS_STATEMENTS === 'renew';
/** The statements of every call: reading its user, choosing a replica, and the settings of a transaction. */
const OF_EVERY_CALL = /published\.role_claims|audit_log|set_config/u;

const server = useServer();
const written = new Map<string, string>();

interface Case {
  /** The name of the file; if a call makes several statements, the name of each part follows. */
  name: string;
  login: string;
  /** The call, or work with the user. */
  of: string | ((user: CurrentUser) => Promise<unknown>);
  /** For several statements: the name of each, and a pattern that only its text matches. */
  parts?: Readonly<Record<string, RegExp>>;
}

const KEY = encodePageKey({ id: 1, value: '2026-04-02 09:00:00+00' });
/** Makes a list read as if its filter left many projects: here one counts as many. */
const FEW = { counted: 0, sorted: 0, scanned: 1 };

const many = (query: Record<string, string>) => (user: CurrentUser) =>
  listProjects(server.context.db, user, query, { day: today(server.context), now: server.context.now() }, FEW);
const one = (user: CurrentUser) =>
  expect(findProject(server.context.db, user, 'P0')).rejects.toMatchObject({ status: 'NotFound' });

const VISIBILITY: readonly Case[] = ['reviewer', 'mei', 'evaluator', 'local.user'].map((login) => ({
  name: `visibility-${login.replace('.', '-')}`,
  login,
  of: one,
}));

const LISTS: readonly Case[] = [
  { name: 'list-of-all', login: 'reviewer', of: 'projects/paged' },
  { name: 'list-of-organization', login: 'local.user', of: 'projects/paged' },
  { name: 'list-of-evaluator', login: 'evaluator', of: 'projects/paged' },
  { name: 'list-archived', login: 'admin', of: 'projects/paged?status=archived' },
  { name: 'list-last-page', login: 'reviewer', of: 'projects/paged?end=true' },
  { name: 'list-after-key', login: 'reviewer', of: `projects/paged?after=${KEY}` },
  { name: 'list-before-key', login: 'local.user', of: `projects/paged?before=${KEY}` },
  {
    name: 'list-by-name',
    login: 'reviewer',
    of: `projects/paged?filter[name]=${encodeURIComponent('мост')}&sort_by=name`,
  },
  {
    name: 'list-by-owner',
    login: 'reviewer',
    of: 'projects/paged?filter[sector]=1&sort_by=organizationName&sort_desc=true',
  },
  {
    name: 'list-of-organization-by-worth',
    login: 'local.user',
    of: 'projects/paged?filter[sector]=1&sort_by=totalValue',
  },
  {
    name: 'list-of-many',
    login: 'reviewer',
    of: many({ 'filter[sector]': '1', sort_by: 'totalValue' }),
    parts: {
      counted: /from matching\) <=/u,
      scanned: /sort_value/u,
      sorted: /^\s*with matching as(?![\s\S]*from matching\) <=)/u,
    },
  },
  {
    name: 'list-of-phase',
    login: 'reviewer',
    of: many({ 'filter[phase]': '0' }),
    parts: { count: /^\s*select coalesce\(sum/u, page: /page/u },
  },
];

const PORTFOLIO: readonly Case[] = [
  {
    name: 'portfolio-overview',
    login: 'reviewer',
    of: 'portfolio/overview',
    parts: { groups: /with sums/u, bodies: /with owned/u },
  },
  {
    name: 'portfolio-overview-filtered',
    login: 'minister',
    of: 'portfolio/overview?filter[sector]=1',
    parts: { groups: /with sums/u, bodies: /with owned/u },
  },
  { name: 'portfolio-map', login: 'reviewer', of: 'portfolio/map' },
  {
    name: 'portfolio-money',
    login: 'reviewer',
    of: 'portfolio/money',
    parts: { quarters: /quarters\.year/u, projects: /as projects from/u },
  },
  {
    name: 'portfolio-course',
    login: 'reviewer',
    of: 'portfolio/course',
    parts: { waits: /with since/u, phases: /^\s*with counted/u, lists: /with newest/u },
  },
];

const DASHBOARD: readonly Case[] = ['reviewer', 'local.user'].flatMap((login): Case[] => [
  {
    name: `dashboard-${login.replace('.', '-')}`,
    login,
    of: 'dashboard',
    parts: {
      numbers: /as pending/u,
      longest: /min\(projects\.waiting_since\)/u,
      ...(login === 'reviewer' && { waiting: /^(?![\s\S]*as pending)[\s\S]*project_state_counts/u }),
      postponed: /postponed_until/u,
      sessions: /session_on/u,
      organization: /companyNumber/u,
    },
  },
  { name: `dashboard-tasks-${login.replace('.', '-')}`, login, of: 'dashboard/tasks' },
]);

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  await createProject(server, 'local.user');
  await server.context.db.updateTable('projects').set({ sector: 1 }).execute();
});

async function userOf(login: string): Promise<CurrentUser> {
  await server.token(login);
  const { db } = server.context;
  const { userId, sessionId } = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id as userId', 'sessions.id as sessionId'])
    .where('users.login', '=', login)
    .executeTakeFirstOrThrow();
  const user = await loadCurrentUser(db, userId, sessionId);
  if (!user) throw new Error(`No user ${login}`);
  return user;
}

/** The statements of a case by the names of their files. Error: one that no part names, or several do. */
async function statementsOf({ name, login, of, parts }: Case): Promise<Map<string, string>> {
  const user = await userOf(login);
  const asked = await queriesOf(() => (typeof of === 'string' ? server.get(login, of) : of(user)));
  const texts = new Set(asked.map(({ text }) => text).filter((text) => !OF_EVERY_CALL.test(text)));
  const files = [...texts].map((text): [string, string] => {
    const named = Object.entries(parts ?? { '': /./u }).flatMap(([part, is]) => (is.test(text) ? [part] : []));
    if (named.length !== 1) throw new Error(`${name}: ${named.join(', ') || 'no part'} is ${formattedSql(text)}`);
    return [[name, ...named].filter(Boolean).join('.'), formattedSql(text)];
  });
  expect(files.map(([file]) => file).toSorted()).toEqual(
    Object.keys(parts ?? { '': null })
      .map((part) => [name, part].filter(Boolean).join('.'))
      .toSorted(),
  );
  return new Map(files);
}

describe('statements', () => {
  it.each([...VISIBILITY, ...LISTS, ...PORTFOLIO, ...DASHBOARD])('of $name are those in the folder', async (wanted) => {
    for (const [file, text] of await statementsOf(wanted)) {
      written.set(`${file}.sql`, text);
      const path = join(FOLDER, `${file}.sql`);
      if (IS_RENEWED) {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(path, text);
      }
      expect(readFileSync(path, 'utf8'), `${file}.sql differs: npm run statements`).toBe(text);
    }
  });

  it('are the only files in the folder', () => {
    const files = readdirSync(FOLDER).toSorted();
    if (IS_RENEWED) for (const file of files.filter((name) => !written.has(name))) rmSync(join(FOLDER, file));
    expect(readdirSync(FOLDER).toSorted()).toEqual([...written.keys()].toSorted());
  });
});
