import { sql } from 'kysely';
import { addDays } from '@pimis/domain/dates/dates';
import { takeOver } from '../modules/project-page/take-over/take-over.ts';
import { type Context, today } from '../platform/context.ts';
import { seedDemoAccounts } from './demo-organizations.ts';
import { seedDemoPeople } from './demo-people.ts';
import { DEMO_OLDER } from './demo-older.ts';
import { seedTakenOver } from './demo-preparation.ts';
import { DEMO_PROJECTS } from './demo-projects.ts';
import { parts, RANK } from './demo-targets.ts';
import { seedRealization } from './demo-realization.ts';
import { seedPublicFacts } from './demo-public.ts';
import { COMMENTS, type Entry, type Role, Story } from './demo-story.ts';

const FIRST_DAY_BACK = 170;
/** Any constant of its own. */
export const DEMO_LOCK = 7_136_460;

/** Steps of the idea phase up to a status, in order. */
async function ideaUpTo(story: Story, entry: Entry, status: string): Promise<void> {
  if (status === 'new') return;
  await story.fill(entry, { lock: status !== '1' });
  if (status === '1' || status === 'locked') return;
  await story.act(entry, 'manager', 1);
  if (status === '2') return;
  if (status === 'returned') return story.act(entry, 'confirmer', 2, { comment: COMMENTS.return ?? '' });
  const steps: [string, Role, number, string?][] = [
    ['19', 'confirmer', 1],
    ['20', 'verifier', 1],
    ['21', 'ministryAdmin', 1],
    ['22', 'minister', 1],
    ...(entry.euFunded
      ? ([
          ['23', 'ministryAdmin', 1],
          ['24', 'mei', 1, COMMENTS.opinion],
        ] as [string, Role, number, string?][])
      : []),
    ['3', 'ministryAdmin', 1],
  ];
  for (const [reached, role, action, comment] of steps) {
    await story.act(entry, role, action, comment ? { comment } : {});
    if (reached === status) return;
  }
  if (status === '25') return story.act(entry, 'reviewer', 5, { comment: COMMENTS.requestChange ?? '' });
  await story.act(entry, 'reviewer', 1);
}

async function standardUpTo(story: Story, entry: Entry, status: string): Promise<void> {
  if (status === '1') return;
  await story.fill(entry);
  await story.act(entry, 'manager', 1);
  if (status === '2') return;
  await story.act(entry, 'confirmer', 1);
  if (status === '3') return;
  if (status === '25') return story.act(entry, 'reviewer', 5, { comment: COMMENTS.requestChange ?? '' });
  await story.act(entry, 'reviewer', 1);
}

const DECISIONS: Readonly<Record<string, number>> = { '18': 2, '9': 3, '8': 4 };

async function decideAll(
  story: Story,
  sessionDay: number,
  entries: readonly { entry: Entry; status: string; on: boolean }[],
): Promise<void> {
  await story.beside(entries, async (own, { entry, status, on }, index) => {
    own.startAt(sessionDay, index);
    const action = on ? 1 : DECISIONS[status];
    if (action) await own.act(entry, 'reviewer', action, { date: true, postponed: action === 4 });
  });
}

const BEFORE_COMMISSION = ['6', '8', '9', '18'];

/**
 * Brings one group of projects through the list of its phase: those that continue, and those whose target is a
 * decision.
 */
async function throughList(
  story: Story,
  phase: string,
  listType: number,
  bring: (story: Story, entry: Entry, status: string) => Promise<void>,
  days: { start: number; list: number; session: number },
): Promise<void> {
  const rank = RANK[phase] ?? 0;
  const group = DEMO_PROJECTS.map((entry) => ({ entry, ...parts(entry.target) })).filter(
    (item) => item.rank < 8 && (item.rank > rank || (item.rank === rank && BEFORE_COMMISSION.includes(item.status))),
  );
  await story.beside(group, async (own, { entry }, index) => {
    own.startAt(days.start, index);
    await bring(own, entry, 'list');
  });
  story.startAt(days.list, listType);
  await story.list(listType);
  await decideAll(
    story,
    days.session,
    group.map(({ entry, status, rank: own }) => ({ entry, status, on: own > rank })),
  );
}

async function seedApproval(story: Story): Promise<void> {
  await seedTakenOver(story);
  for (const [index, entry] of DEMO_PROJECTS.entries()) {
    story.startAt(FIRST_DAY_BACK - index, index);
    await story.create(entry);
  }
  await throughList(story, 'idea', 3, ideaUpTo, { start: 122, list: 86, session: 84 });
  await throughList(story, 'identification', 4, standardUpTo, { start: 78, list: 54, session: 52 });
  await throughList(story, 'preparedness', 5, standardUpTo, { start: 46, list: 22, session: 20 });
  await story.beside(DEMO_PROJECTS, async (own, entry, index) => {
    const { phase, status } = parts(entry.target);
    if (BEFORE_COMMISSION.includes(status)) return;
    own.startAt(38 - (index % 12), index);
    if (phase === 'idea') await ideaUpTo(own, entry, status);
    else if (['identification', 'preparedness', 'important'].includes(phase)) await standardUpTo(own, entry, status);
    else {
      await own.status(entry, 1);
      if (phase === 'archived') await own.status(entry, 2);
    }
  });
}

const NOTICES = [
  {
    title: 'Рок за четврти квартал',
    text: 'Квартални извештаји се шаљу на потврду најкасније 15 дана по истеку квартала.',
    priority: 2,
  },
  {
    title: 'Ново упутство за образац „Спремност“',
    text: 'Измењен је део о урбанистичко-техничкој документацији.',
    priority: 3,
  },
];

const NEWS_DAYS = 7;

/** People of the demo data have read everything older than a week. */
async function readOldNotifications(context: Context): Promise<void> {
  const before = new Date(context.now().getTime() - NEWS_DAYS * 86_400_000);
  await context.db
    .updateTable('notifications')
    .set({ read_at: context.now() })
    .where('created_at', '<', before)
    .execute();
}

/**
 * Makes demo accounts, projects and notices. Does nothing if they exist. If several servers start on an empty database,
 * one creates them and the others wait.
 */
export async function seedDemo(context: Context): Promise<void> {
  await context.db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(${sql.lit(DEMO_LOCK)})`.execute(holder);
    try {
      await makeDemo(context);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(DEMO_LOCK)})`.execute(holder);
    }
  });
}

async function makeDemo(context: Context): Promise<void> {
  await seedDemoAccounts(context);
  await seedDemoPeople(context);
  const done = await context.db.selectFrom('settings').select('key').where('key', '=', 'demo').executeTakeFirst();
  if (done) return;
  const some = await context.db.selectFrom('projects').select('id').limit(1).executeTakeFirst();
  if (!some) {
    const story = new Story(context);
    await seedApproval(story);
    await seedRealization(story, today(context));
    await seedPublicFacts(context, story);
    await takeOver(context, DEMO_OLDER, { user: null });
    await readOldNotifications(context);
    const day = today(context);
    await context.db
      .insertInto('notices')
      .values(NOTICES.map((notice) => ({ ...notice, start_date: addDays(day, -10), end_date: addDays(day, 60) })))
      .execute();
  }
  await context.db
    .insertInto('settings')
    .values({ key: 'demo', value: JSON.stringify(true) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
