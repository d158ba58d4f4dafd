import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Phase } from '@pimis/contract/project-phases';
import type { Project } from '@pimis/contract/projects';
import { addDays, nextQuarter, type Quarter, quarterEnd, quarterOf, quarterStart } from '@pimis/domain/dates/dates';
import { fillForm } from '@pimis/examples/fill';
import { WASTE_WATER_PLANT } from '@pimis/examples/preparation';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormData, FormValues } from '@pimis/domain/forms/types';
import { LIST_STATUSES } from '@pimis/domain/workflow/statuses';
import { expectAccessible } from './accessible.ts';
import { authorization, enter } from './actors.ts';
import type { Seats } from './seats.ts';

/** The effect of the call that saves a form. */
const SAVE = 1;
export const LOCK = 2;

/** Decisions of the commission, by their numbers. */
const YES = 1;
export const AMEND = 5;

interface Envelope<Payload> {
  payload: Payload;
}

/** The demo project that a test changes; tests do not change others. */
export const LED_ON = 'VODOMERI';

let counter = 0;

/** A code that no other project of the run has, in any worker. */
export function newCode(prefix: string): string {
  counter += 1;
  return `${prefix}-${process.env.TEST_PARALLEL_INDEX ?? ''}${Date.now() % 1_000_000}-${counter}`;
}

function quarterBefore({ year, quarter }: Quarter): Quarter {
  return quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 };
}

/** A period of this many whole quarters that ended before today. */
export function pastQuarters(count: number): { start: string; end: string } {
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  let first = quarterOf(today);
  for (let index = 0; index < count; index++) first = quarterBefore(first);
  return { start: quarterStart(first), end: addDays(quarterStart(quarterOf(today)), -1) };
}

/** The same, continued for a year after today. */
export function openPeriod(past: number): { start: string; end: string } {
  const { start } = pastQuarters(past);
  let last = quarterOf(new Date().toISOString().slice(0, 'YYYY-MM-DD'.length));
  for (let index = 0; index < 4; index++) last = nextQuarter(last);
  return { start, end: quarterEnd(last) };
}

/** Inputs that some steps need, such as a comment or the date of a decision. */
type More = Record<string, string>;

/**
 * A project whose life the demo users lead, one after the other in one browser context. Only the subject of a test is
 * done on the screen; the preparation uses calls, as the API tests of whole lives do.
 */
export class Journey {
  readonly code: string;
  period = pastQuarters(1);
  proposal: string | undefined;
  private readonly seats: Seats;
  private readonly request: APIRequestContext;
  private seat: { page: Page; login: string } | undefined;
  private readonly documents = new Map<string, Promise<string>>();

  constructor(seats: Seats, request: APIRequestContext, code: string) {
    this.seats = seats;
    this.request = request;
    this.code = code;
  }

  /** The page with this person signed in; it shows the former screen until another is opened. */
  async page(login: string): Promise<Page> {
    const page = this.seat?.page ?? (await this.seats.take());
    if (this.seat?.login !== login) await enter(page, login);
    this.seat = { page, login };
    return page;
  }

  /** Reads facts that a test must type; all checks use the screen. */
  private async read<Payload>(path: string, login = 'local.user'): Promise<Payload> {
    const answer = await this.request.get(`/api/projects/${this.code}${path}`, {
      headers: await authorization(this.request, login),
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as Envelope<Payload>).payload;
  }

  async project(): Promise<Project> {
    return this.read<Project>('', 'admin');
  }

  /** The id of a document of the project; the first call uploads it. */
  private document(name: string): Promise<string> {
    const uploaded = this.documents.get(name) ?? this.upload(name);
    this.documents.set(name, uploaded);
    return uploaded;
  }

  private async upload(name: string): Promise<string> {
    const answer = await this.request.post(`/api/projects/${this.code}/documents`, {
      headers: await authorization(this.request, 'local.user'),
      multipart: {
        description: name,
        file: { name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`${name} ${this.code}`) },
      },
    });
    return String(((await answer.json()) as Envelope<{ id: number }[]>).payload[0]?.id);
  }

  private async call(login: string, method: string, path: string, data: unknown): Promise<void> {
    const answer = await this.request.fetch(`/api/${path}`, {
      method,
      data,
      headers: await authorization(this.request, login),
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  }

  /** The steps by calls only, for the preparation of a test; other tests do them on the screen. */
  readonly called = {
    create: (kind: { type?: number; important?: boolean }, login = 'local.user') =>
      this.call(login, 'POST', 'projects', { code: this.code, type: 3, sector: 5, important: false, ...kind }),
    fill: async () => this.called.submit('local.user', LOCK),
    /** Saves the form with a change, as a colleague who has it open. */
    save: async (login: string, change: (values: FormValues) => void = () => {}) =>
      this.called.submit(login, SAVE, change),
    submit: async (login: string, action: number, change: (values: FormValues) => void = () => {}) => {
      const { form } = await this.currentForm();
      const values = await this.values(form);
      change(values);
      const json = JSON.stringify(values);
      await this.call(login, 'POST', 'projects/form-input', { projectCode: this.code, id: form.id, action, json });
    },
    act: (login: string, action: number, more: More = {}) =>
      this.call(login, 'PUT', `projects/${this.code}/actions`, { action, ...more }),
    /** Sends, confirms and approves: the steps of most phases. */
    approve: async () => {
      for (const login of ['local.user', 'local.admin', 'reviewer']) await this.called.act(login, 1);
    },
    /** Puts the project on a list of this type, with all others that wait. */
    list: async (type: number) => {
      const { phaseStatus } = await this.project();
      if (!LIST_STATUSES.includes(phaseStatus)) return;
      // A list takes every waiting project: another test's list may have taken this one.
      const made = await this.request.post(`/api/projects/lists/${type}`, {
        data: {},
        headers: await authorization(this.request, 'reviewer'),
      });
      expect([200, 409]).toContain(made.status());
    },
    /** Puts it on a list and decides. */
    commission: async (type: number, decision = YES, more: More = {}) => {
      await this.called.list(type);
      const date = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
      await this.called.act('reviewer', decision, { date, ...more });
    },
  };

  private async currentForm(): Promise<{ form: ProjectForm; phaseId: number; segment: string }> {
    const phases = await this.read<Phase[]>('/phases');
    const found = phases
      .flatMap((phase) => phase.forms.map((form) => ({ form, phaseId: phase.id })))
      .findLast(({ form }) => form.current);
    if (!found) throw new Error(`No current form of ${this.code}`);
    const form = await this.read<ProjectForm>(`/forms/${found.form.id}`);
    return { form, phaseId: found.phaseId, segment: found.form.segment };
  }

  /** Creates the project on the screen. */
  async create(login: string, kind: { type?: string; important?: boolean } = {}): Promise<void> {
    const page = await this.page(login);
    await page.goto('/projects/create');
    await page.getByLabel('Радни назив').fill(this.code);
    if (kind.type) await page.getByRole('radio', { name: kind.type }).check();
    if (kind.important) await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Отвори пројекат' }).click();
    await page.waitForURL(`**/projects/${this.code}/details`);
  }

  /** Valid values of the current form. */
  private async values(form: ProjectForm): Promise<FormValues> {
    const definition = findFormDefinition(form.code, form.definitionVersion);
    if (!definition) throw new Error(`No form ${form.code}`);
    const data = form.data as FormData & { exchangeRate?: { rate: string } };
    return fillForm({
      definition,
      defaults: form.defaults as FormValues,
      data,
      project: {
        ...WASTE_WATER_PLANT,
        code: this.code,
        name: `Пројекат ${this.code}`,
        startYear: Number(form.today.slice(0, 4)) + 1,
      },
      documents: {
        letter: await this.document('pismo'),
        assessment: await this.document('ocena'),
        decision: await this.document('odluka'),
      },
      rate: data.exchangeRate?.rate ?? '117.2000',
      today: form.today,
      period: this.period,
      ...(this.proposal ? { proposal: this.proposal } : {}),
    });
  }

  /**
   * Reads valid values from a file into the current form, saves and locks it. A form that is valid when it opens is
   * locked at once.
   */
  async fill(change?: (values: FormValues) => void, more: { asItOpens?: boolean } = {}): Promise<Page> {
    const page = await this.page('local.user');
    const { form, phaseId, segment } = await this.currentForm();
    const values = await this.values(form);
    change?.(values);
    await page.goto(`/projects/${this.code}/phases/${phaseId}/forms/${segment}/id/${form.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.locator('input[type=file][accept*=json]').setInputFiles({
      name: 'obrazac.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(values)),
    });
    await expect(page.getByText(/Подаци су учитани/)).toBeVisible();
    if (!more.asItOpens) {
      await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
      await expect(page.getByText(/Образац је сачуван/)).toBeVisible();
      await expect(page.getByLabel('Ревизија обрасца')).toBeVisible();
    }
    await page.getByRole('button', { name: /^Закључај/ }).click();
    const unlock = page.getByRole('button', { name: 'Откључај' });
    const warned = page.getByRole('dialog').getByRole('button', { name: 'Закључај' });
    await expect(unlock.or(warned).first()).toBeVisible();
    if (await warned.isVisible()) await warned.click();
    await expect(unlock).toBeVisible();
    return page;
  }

  /** Takes a step on the project page and waits until the page shows the result. */
  async act(
    login: string,
    action: string,
    after: string,
    more: { comment?: string; axe?: boolean } = {},
  ): Promise<Page> {
    const page = await this.page(login);
    await page.goto(`/projects/${this.code}/details`);
    await page.getByRole('button', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog');
    if (more.comment) await dialog.getByLabel('Коментар').fill(more.comment);
    if (more.axe) await expectAccessible(page);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    // The dialog shows the expected result, so the step is complete only when it is closed.
    await expect(dialog).toBeHidden();
    await expect(page.getByText(after).first()).toBeVisible();
    return page;
  }

  /** The decision of the commission, entered on the project's page. */
  async decide(decision: string, after: string, more: { comment?: string } = {}): Promise<Page> {
    const page = await this.page('reviewer');
    await page.goto(`/projects/${this.code}/details`);
    await page.getByRole('button', { name: 'Унеси одлуку комисије' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: new RegExp(`^${decision}`) }).check();
    if (more.comment) await dialog.getByLabel('Коментар').fill(more.comment);
    await dialog.getByRole('button', { name: decision, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(after).first()).toBeVisible();
    return page;
  }
}

/** A project with a saved and open idea, for a test that changes it. */
export async function savedIdea(seats: Seats, request: APIRequestContext): Promise<Journey> {
  const journey = new Journey(seats, request, newCode('IDEJA'));
  await journey.called.create({ type: 3 });
  await journey.called.save('local.user');
  return journey;
}

/** A project in realization with an approved first quarter; another test shows the way there. */
export async function reporting(journey: Journey): Promise<void> {
  await journey.called.create({ type: 1 });
  await journey.called.fill();
  await journey.called.approve();
  journey.period = openPeriod(2);
  await journey.called.fill();
  await journey.called.approve();
  await journey.called.fill();
  await journey.called.act('local.user', 2);
  await journey.called.act('local.admin', 1);
  await journey.called.act('reviewer', 1);
}
