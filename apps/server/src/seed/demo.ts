import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FormValues } from '@pimis/domain/forms/types';
import { addDays } from '@pimis/domain/dates/dates';
import { addDocuments } from '../modules/documents/service.ts';
import { readForm } from '../modules/forms/read.ts';
import { submitForm } from '../modules/forms/save.ts';
import { createList } from '../modules/lists/service.ts';
import { createProject } from '../modules/projects/creation.ts';
import { readProject } from '../modules/projects/details.ts';
import { readPhases } from '../modules/projects/phases.ts';
import { changeProjectStatus } from '../modules/projects/settings.ts';
import { exchangeRateOn } from '../modules/registry/service.ts';
import { invokeAction } from '../modules/workflow/service.ts';
import { type Context, today } from '../platform/context.ts';
import type { CurrentUser } from '../platform/current-user.ts';
import { seedDemoAccounts } from './demo-organizations.ts';
import { actingUser, DEMO_ORGANIZATIONS, seedDemoPeople } from './demo-people.ts';
import { DEMO_PROJECTS, type Target } from './demo-projects.ts';
import {
  type ExampleProject,
  ideaValues,
  identificationValues,
  importantValues,
  preparednessValues,
} from '@pimis/domain/forms/examples/preparation';

type Entry = ExampleProject & { target: Target };
type Role = 'manager' | 'confirmer' | 'verifier' | 'ministryAdmin' | 'minister' | 'mei' | 'reviewer' | 'admin';

const DAY_MS = 86_400_000;
const FIRST_DAY_BACK = 170;
const COMMENTS: Readonly<Record<string, string>> = {
  return: 'Допуните опис проблема и приложите новију процену трошкова.',
  requestChange: 'Износи по годинама нису усклађени са динамиком радова.',
  opinion: 'Пројекат је усклађен са приоритетима претприступне помоћи; мишљење је позитивно.',
  finish: 'Град је одустао од пројекта одлуком скупштине.',
};

/** Demo data is made through the same services as real use, with a clock that walks through the past half year. */
class Story {
  private readonly users = new Map<string, CurrentUser>();
  private readonly context: Context;
  private at: Date;

  constructor(context: Context) {
    this.at = context.now();
    this.context = { ...context, now: () => this.at };
  }

  /** Puts the clock so many days back, into the working hours of that day. */
  startAt(daysBack: number, seed: number): void {
    this.at = new Date(Date.now() - daysBack * DAY_MS);
    this.at.setUTCHours(7 + (seed % 7), (seed * 13) % 60, 0, 0);
  }

  /** Moves on by some working days, never past the present. */
  private walk(seed: string): void {
    const byte = createHash('sha256').update(seed).digest()[0] ?? 0;
    const next = this.at.getTime() + (1 + (byte % 4)) * DAY_MS + (byte % 50) * 60_000;
    this.at = new Date(Math.min(next, Date.now() - (byte % 90) * 60_000));
  }

  async user(login: string): Promise<CurrentUser> {
    const known = this.users.get(login) ?? (await actingUser(this.context, login));
    this.users.set(login, known);
    return known;
  }

  async as(role: Role, entry: Entry): Promise<CurrentUser> {
    const further = DEMO_ORGANIZATIONS.some(({ id }) => id === entry.organization);
    const own = { manager: 'm', confirmer: 'c' } as const;
    if (role === 'manager' || role === 'confirmer') {
      if (further) return this.user(`demo.${entry.organization}.${own[role]}`);
      return this.user(role === 'manager' ? 'local.user' : 'local.admin');
    }
    const central = {
      verifier: 'verifier',
      ministryAdmin: 'ministry.admin',
      minister: 'minister',
      mei: 'mei',
      reviewer: 'reviewer',
      admin: 'admin',
    };
    return this.user(central[role]);
  }

  async act(
    entry: Entry,
    role: Role,
    action: number,
    more: { comment?: string; date?: boolean; postponed?: boolean } = {},
  ) {
    this.walk(`${entry.code}/${role}/${action}`);
    const user = await this.as(role, entry);
    const date = today(this.context);
    await invokeAction(
      this.context,
      user,
      entry.code,
      {
        action,
        ...(more.comment ? { comment: more.comment } : {}),
        ...(more.date ? { date } : {}),
        ...(more.postponed ? { postponedDate: addDays(date, 60) } : {}),
      },
      { user },
    );
  }

  async create(entry: Entry): Promise<void> {
    const user = await this.as('manager', entry);
    const { code, name, sector, important = false } = entry;
    await createProject(this.context, user, { code, name, type: 3, sector, important }, { user });
  }

  /** Stores a small text document for the project and answers its id. */
  private async document(entry: Entry, title: string, documentType: number): Promise<string> {
    const user = await this.as('manager', entry);
    const content = Buffer.from(`${title}\n${entry.name}\n`, 'utf8');
    const key = `documents/demo-${createHash('sha256').update(`${entry.code}/${title}`).digest('hex').slice(0, 24)}`;
    const stored = await this.context.files.put(key, Readable.from([content]), this.context.config.documentMaxBytes);
    const file = {
      title,
      description: `${title} за пројекат ${entry.code}`,
      comment: null,
      documentType,
      documentId: null,
      name: `${title}.txt`,
      extension: 'txt',
      mediaType: 'text/plain',
      size: stored.size,
      hash: stored.hash,
      storageKey: key,
      linkSecret: createHash('sha256').update(key).digest('base64url').slice(0, 24),
    };
    const [made] = await addDocuments(this.context, user, entry.code, [file], { user });
    return String(made?.id ?? '');
  }

  private async currentForm(entry: Entry): Promise<{ id: number; values: FormValues; rate: string }> {
    const user = await this.as('manager', entry);
    const { phases } = await readPhases(this.context, user, entry.code);
    const form = phases.flatMap((phase) => phase.forms).findLast((candidate) => candidate.current);
    if (!form) throw new Error(`No current form of ${entry.code}`);
    const { form: read } = await readForm(this.context, user, entry.code, form.id);
    const rate = await exchangeRateOn(this.context.db, 'EUR', today(this.context));
    return { id: form.id, values: read.defaults as FormValues, rate: rate?.rate ?? '117.2000' };
  }

  private async submit(entry: Entry, id: number, action: number, values?: FormValues): Promise<void> {
    const user = await this.as('manager', entry);
    this.walk(`${entry.code}/${id}/${action}`);
    await submitForm(
      this.context,
      user,
      { projectCode: entry.code, id, action, ...(values ? { json: JSON.stringify(values) } : {}) },
      { user },
    );
  }

  /** Fills the form of the current phase with values that hold together; locks it on request. */
  async fill(entry: Entry, lock = true): Promise<void> {
    const form = await this.currentForm(entry);
    const user = await this.as('manager', entry);
    const { phase } = await readProject(this.context, user, entry.code);
    let values: FormValues;
    if (phase === 10) values = identificationValues(form.values, entry);
    else if (phase === 2) values = preparednessValues(form.values);
    else {
      const letter = await this.document(entry, 'Писмо о намерама', 3);
      const assessment = await this.document(entry, 'Оцена усклађености', 4);
      if (phase === 3) {
        const decision = await this.document(entry, 'Одлука Владе', 5);
        values = importantValues(entry, { letter, assessment, decision }, form.rate);
      } else {
        values = ideaValues(entry, { letter, assessment }, form.rate);
      }
    }
    await this.submit(entry, form.id, 1, values);
    if (lock) await this.submit(entry, form.id, 2);
  }

  async list(type: number): Promise<void> {
    const user = await this.user('reviewer');
    await createList(this.context, user, type, undefined, { user });
  }

  async status(entry: Entry, status: number): Promise<void> {
    const user = await this.user('admin');
    this.walk(`${entry.code}/status/${status}`);
    await changeProjectStatus(this.context, user, entry.code, { status, comment: COMMENTS.finish ?? '' }, { user });
  }
}

/** Steps of the idea phase up to a status, in order. */
async function ideaUpTo(story: Story, entry: Entry, status: string): Promise<void> {
  if (status === 'new') return;
  await story.fill(entry, status !== '1');
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
  for (const [index, { entry, status, on }] of entries.entries()) {
    story.startAt(sessionDay, index);
    const action = on ? 1 : DECISIONS[status];
    if (action) await story.act(entry, 'reviewer', action, { date: true, postponed: action === 4 });
  }
}

const RANK: Readonly<Record<string, number>> = {
  idea: 0,
  identification: 1,
  preparedness: 2,
  important: 9,
  finished: 8,
  archived: 8,
};
const BEFORE_COMMISSION = ['6', '8', '9', '18'];

function parts(target: Target): { phase: string; status: string; rank: number } {
  const [phase = '', status = ''] = target.split(':');
  return { phase, status, rank: RANK[phase] ?? 0 };
}

/** Brings one group through the list of its phase: those that go on, and those whose target is a decision. */
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
  for (const [index, { entry }] of group.entries()) {
    story.startAt(days.start, index);
    await bring(story, entry, 'list');
  }
  story.startAt(days.list, listType);
  await story.list(listType);
  await decideAll(
    story,
    days.session,
    group.map(({ entry, status, rank: own }) => ({ entry, status, on: own > rank })),
  );
}

async function tellAll(story: Story): Promise<void> {
  for (const [index, entry] of DEMO_PROJECTS.entries()) {
    story.startAt(FIRST_DAY_BACK - index, index);
    await story.create(entry);
  }
  await throughList(story, 'idea', 3, ideaUpTo, { start: 122, list: 86, session: 84 });
  await throughList(story, 'identification', 4, standardUpTo, { start: 78, list: 54, session: 52 });
  await throughList(story, 'preparedness', 5, standardUpTo, { start: 46, list: 22, session: 20 });
  for (const [index, entry] of DEMO_PROJECTS.entries()) {
    const { phase, status } = parts(entry.target);
    if (BEFORE_COMMISSION.includes(status)) continue;
    story.startAt(38 - (index % 12), index);
    if (phase === 'idea') await ideaUpTo(story, entry, status);
    else if (['identification', 'preparedness', 'important'].includes(phase)) await standardUpTo(story, entry, status);
    else {
      await story.status(entry, 1);
      if (phase === 'archived') await story.status(entry, 2);
    }
  }
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

/** Demo accounts, projects and notices. Does nothing when they are there already. */
export async function seedDemo(context: Context): Promise<void> {
  await seedDemoAccounts(context);
  await seedDemoPeople(context);
  const done = await context.db.selectFrom('settings').select('key').where('key', '=', 'demo').executeTakeFirst();
  if (done) return;
  const some = await context.db.selectFrom('projects').select('id').limit(1).executeTakeFirst();
  if (!some) {
    await tellAll(new Story(context));
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
