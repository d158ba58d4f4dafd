import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { addDays } from '@pimis/domain/dates/dates';
import { fillForm, type QuarterProgress } from '@pimis/examples/fill';
import type { ExampleProject } from '@pimis/examples/preparation';
import { FORM_ACTION } from '@pimis/domain/forms/form-actions';
import { questionsOf } from '@pimis/domain/forms/marking';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormCode } from '@pimis/domain/forms/titles';
import type { FormData, FormValues } from '@pimis/domain/forms/types';
import { addDocuments } from '../modules/documents/adding.ts';
import { setEvaluator } from '../modules/forms/evaluator.ts';
import { readForm } from '../modules/forms/read.ts';
import { submitForm } from '../modules/forms/save.ts';
import { createList } from '../modules/lists/service.ts';
import { changeAppropriations, listAppropriations } from '../modules/project-page/options/appropriations.ts';
import { createProject } from '../modules/project-page/creation.ts';
import { readPhases } from '../modules/project-page/phases.ts';
import { changeProjectStatus } from '../modules/project-page/settings.ts';
import { exchangeRateOn } from '../modules/registry/service.ts';
import { invokeAction } from '../modules/workflow/service.ts';
import { type Context, today } from '../platform/context.ts';
import type { CurrentUser } from '../platform/access/current-user.ts';
import { actingUser, DEMO_ORGANIZATIONS } from './demo-people.ts';

/** A project of the demo data; `type` is 3, a new realization, when absent. */
export type Entry = ExampleProject & { type?: number };
export type Role = 'manager' | 'confirmer' | 'verifier' | 'ministryAdmin' | 'minister' | 'mei' | 'reviewer' | 'admin';

const DAY_MS = 86_400_000;
const BESIDE_EACH_OTHER = 4;
export const COMMENTS: Readonly<Record<string, string>> = {
  return: 'Допуните опис проблема и приложите новију процену трошкова.',
  requestChange: 'Износи по годинама нису усклађени са динамиком радова.',
  opinion: 'Пројекат је усклађен са приоритетима претприступне помоћи; мишљење је позитивно.',
  finish: 'Град је одустао од пројекта одлуком скупштине.',
  correction: 'Радови касне због измењене трасе; предлаже се продужење рока.',
  rationalization: 'Радови стоје дуже од једног квартала.',
  shutdown: 'Потреба за објектом више не постоји; трошкови наставка нису оправдани.',
};

/** The content of every demo document. */
const EXAMPLE = readFileSync(join(import.meta.dirname, 'data', 'primer-dokumenta.pdf'));

/** Forms whose example names documents of the project. */
const NAMES_DOCUMENTS: ReadonlySet<string> = new Set<FormCode>(['ideja', 'posebnog-znacaja', '1-5-5', 'korekcija']);

/** Demo data are made through the same services as real use, with a clock that moves through the past. */
export class Story {
  private readonly users: Map<string, CurrentUser>;
  private readonly context: Context;
  private at: Date;

  constructor(context: Context, users = new Map<string, CurrentUser>()) {
    this.at = context.now();
    this.context = { ...context, now: () => this.at };
    this.users = users;
  }

  /** Makes a story of each item, each with its own clock, some concurrently; returns the results in order. */
  async beside<Item>(
    items: readonly Item[],
    run: (story: Story, item: Item, index: number) => Promise<void>,
  ): Promise<Story[]> {
    const stories = items.map(() => new Story(this.context, this.users));
    // Each worker takes the next item.
    const left = items.entries();
    const worker = async () => {
      for (const [index, item] of left) await run(stories[index] ?? this, item, index);
    };
    await Promise.all(Array.from({ length: BESIDE_EACH_OTHER }, worker));
    return stories;
  }

  /** Sets the clock back by this many days, into working hours. */
  startAt(daysBack: number, seed: number): void {
    this.at = new Date(Date.now() - daysBack * DAY_MS);
    this.at.setUTCHours(7 + (seed % 7), (seed * 13) % 60, 0, 0);
  }

  /** Sets the clock to a past day, into working hours. */
  onDay(day: string): void {
    this.at = new Date(Math.min(Date.parse(`${day}T08:00:00Z`), Date.now()));
  }

  /** Moves the clock by some working days, never past the present. */
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

  /** Sends, confirms and approves: the steps of most phases. */
  async chain(entry: Entry): Promise<void> {
    await this.act(entry, 'manager', 1);
    await this.act(entry, 'confirmer', 1);
    await this.act(entry, 'reviewer', 1);
  }

  async create(entry: Entry): Promise<void> {
    const user = await this.as('manager', entry);
    const { code, name, sector, important = false } = entry;
    await createProject(this.context, user, { code, name, type: entry.type ?? 3, sector, important }, { user });
  }

  /** Stores a small document for the project and returns its id. */
  private async document(entry: Entry, title: string, documentType: number): Promise<string> {
    const user = await this.as('manager', entry);
    const key = `documents/demo-${createHash('sha256').update(`${entry.code}/${title}/${this.at.toISOString()}`).digest('hex').slice(0, 24)}`;
    const stored = await this.context.files.put(key, Readable.from([EXAMPLE]), this.context.config.documentMaxBytes);
    const file = {
      title,
      description: `${title} за пројекат ${entry.code}`,
      comment: null,
      documentType,
      documentId: null,
      name: `${title}.pdf`,
      extension: 'pdf',
      mediaType: 'application/pdf',
      size: stored.size,
      hash: stored.hash,
      storageKey: key,
    };
    const [made] = await addDocuments(this.context, user, entry.code, [file], { user });
    return String(made?.id ?? '');
  }

  private async currentForm(entry: Entry) {
    const user = await this.as('manager', entry);
    const { phases } = await readPhases(this.context, user, entry.code, false);
    const form = phases.flatMap((phase) => phase.forms).findLast((candidate) => candidate.current);
    if (!form) throw new Error(`No current form of ${entry.code}`);
    return (await readForm(this.context, user, entry.code, form.id)).form;
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

  /** Fills the form of the current phase with consistent values; locks it on request. Returns its id. */
  async fill(
    entry: Entry,
    more: {
      lock?: boolean;
      period?: { start: string; end: string };
      proposal?: string;
      progress?: QuarterProgress | undefined;
    } = {},
  ): Promise<number> {
    const form = await this.currentForm(entry);
    const definition = findFormDefinition(form.code, form.definitionVersion);
    if (!definition) throw new Error(`No form ${form.code}`);
    const rate = await exchangeRateOn(this.context.db, 'EUR', today(this.context));
    // Preparedness takes its documents from an earlier identification, if there is one.
    const first = form.code === 'spremnost' && entry.type === 2;
    const named = first || NAMES_DOCUMENTS.has(form.code);
    const document = (title: string, type: number) => (named ? this.document(entry, title, type) : Promise.resolve(''));
    const values = fillForm({
      definition,
      defaults: form.defaults as FormValues,
      data: form.data as FormData,
      project: entry,
      documents: {
        letter: await document('Писмо о намерама', 3),
        assessment: await document('Оцена усклађености', 4),
        decision: await document('Одлука Владе', 5),
      },
      rate: rate?.rate ?? '117.2000',
      today: form.today,
      ...(more.period ? { period: more.period } : {}),
      ...(more.proposal ? { proposal: more.proposal } : {}),
      ...(more.progress ? { progress: more.progress } : {}),
    });
    await this.submit(entry, form.id, FORM_ACTION.save, values);
    if (more.lock !== false)
      await this.submit(entry, form.id, FORM_ACTION.lock, definition.family === 'older' ? values : undefined);
    return form.id;
  }

  /** Chooses every appropriation of a budget year that is offered. */
  async appropriate(entry: Entry, year: number): Promise<void> {
    const user = await this.as('manager', entry);
    const query = { 'filter[budgetYear]': String(year), perPage: '50' };
    const { rows } = await listAppropriations(this.context, user, entry.code, query);
    const add = rows.filter(({ selected }) => !selected).map(({ id }) => id);
    if (add.length > 0) await changeAppropriations(this.context, user, entry.code, { add }, { user });
  }

  /** Names the organization that marks a form, and marks it. */
  async evaluate(entry: Entry, formId: number, organizationId: string): Promise<void> {
    const reviewer = await this.user('reviewer');
    this.walk(`${entry.code}/evaluator`);
    const call = { projectCode: entry.code, formId, organizationId };
    await setEvaluator(this.context, reviewer, call, { user: reviewer });
    const evaluator = await this.user('evaluator');
    const { form } = await readForm(this.context, evaluator, entry.code, formId);
    const marks = Object.fromEntries(
      questionsOf(form.code).flatMap(({ number }): [string, unknown][] => [
        [`${number}.mark`, 3 + (number % 3)],
        [`${number}.comment`, 'Оцењено према приложеној документацији.'],
      ]),
    );
    this.walk(`${entry.code}/marks`);
    const input = { projectCode: entry.code, id: formId, action: FORM_ACTION.lockAndMark, json: JSON.stringify(marks) };
    await submitForm(this.context, evaluator, input, { user: evaluator });
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
