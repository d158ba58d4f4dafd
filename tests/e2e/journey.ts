import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Phase, Project } from '@pimis/contract/projects';
import { addDays, nextQuarter, type Quarter, quarterEnd, quarterOf, quarterStart } from '@pimis/domain/dates/dates';
import { fillForm } from '@pimis/examples/fill';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormData, FormValues } from '@pimis/domain/forms/types';
import { authorization, expectAccessible, signedIn } from './actors.ts';

const WAITS_FOR_LIST = [14, 15, 16, 17, 28, 5, 10];

/** What the call that takes a form in does with it. */
const SAVE = 1;
const LOCK = 2;

interface Envelope<Payload> {
  payload: Payload;
}

/** The one project of the demo that a test leads on; the others keep their place. */
export const LED_ON = 'VODOMERI';

let counter = 0;

/** A code that no other project of the run has. */
export function newCode(prefix: string): string {
  counter += 1;
  return `${prefix}-${Date.now() % 1_000_000}-${counter}`;
}

function quarterBefore({ year, quarter }: Quarter): Quarter {
  return quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 };
}

/** A period of so many whole quarters that ended before today. */
export function pastQuarters(count: number): { start: string; end: string } {
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  let first = quarterOf(today);
  for (let index = 0; index < count; index++) first = quarterBefore(first);
  return { start: quarterStart(first), end: addDays(quarterStart(quarterOf(today)), -1) };
}

/** The same, going on for a year beyond today. */
export function openPeriod(past: number): { start: string; end: string } {
  const { start } = pastQuarters(past);
  let last = quarterOf(new Date().toISOString().slice(0, 'YYYY-MM-DD'.length));
  for (let index = 0; index < 4; index++) last = nextQuarter(last);
  return { start, end: quarterEnd(last) };
}

/** A project led through its life by the people of the demo accounts, each in a browser of their own. */
export class Journey {
  readonly code: string;
  period = pastQuarters(1);
  proposal: string | undefined;
  private readonly browser: Browser;
  private readonly request: APIRequestContext;
  private readonly pages = new Map<string, Page>();
  private readonly tokens = new Map<string, Record<string, string>>();
  private readonly documents = new Map<string, Promise<string>>();

  constructor(browser: Browser, request: APIRequestContext, code: string) {
    this.browser = browser;
    this.request = request;
    this.code = code;
  }

  async page(login: string): Promise<Page> {
    const page = this.pages.get(login) ?? (await signedIn(this.browser, login));
    this.pages.set(login, page);
    return page;
  }

  async close(): Promise<void> {
    for (const page of this.pages.values()) await page.context().close();
  }

  private async headers(login: string): Promise<Record<string, string>> {
    const headers = this.tokens.get(login) ?? (await authorization(this.request, login));
    this.tokens.set(login, headers);
    return headers;
  }

  /** Reads what a test needs to know to type; everything that counts is done on the screen. */
  private async read<Payload>(path: string, login = 'local.user'): Promise<Payload> {
    const answer = await this.request.get(`/api/projects/${this.code}${path}`, { headers: await this.headers(login) });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return ((await answer.json()) as Envelope<Payload>).payload;
  }

  async project(): Promise<Project> {
    return this.read<Project>('', 'admin');
  }

  /** The id of a document of the project, uploaded when it is first asked for. */
  private document(name: string): Promise<string> {
    const uploaded = this.documents.get(name) ?? this.upload(name);
    this.documents.set(name, uploaded);
    return uploaded;
  }

  private async upload(name: string): Promise<string> {
    const answer = await this.request.post(`/api/projects/${this.code}/documents`, {
      headers: await this.headers('local.user'),
      multipart: {
        description: name,
        file: { name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`${name} ${this.code}`) },
      },
    });
    return String(((await answer.json()) as Envelope<{ id: number }[]>).payload[0]?.id);
  }

  private async call(login: string, method: string, path: string, data: unknown): Promise<void> {
    const answer = await this.request.fetch(`/api/${path}`, { method, data, headers: await this.headers(login) });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  }

  /** The steps by calls alone: for what leads to a test, and is done on the screen by another. */
  readonly called = {
    create: (kind: { type: number }) =>
      this.call('local.user', 'POST', 'projects', { code: this.code, sector: 5, important: false, ...kind }),
    fill: async (action = LOCK) => {
      const { form } = await this.currentForm();
      const json = JSON.stringify(await this.values(form));
      await this.call('local.user', 'POST', 'projects/form-input', {
        projectCode: this.code,
        id: form.id,
        action,
        json,
      });
    },
    act: (login: string, action: number) => this.call(login, 'PUT', `projects/${this.code}/actions`, { action }),
    approve: async () => {
      await this.called.act('local.user', 1);
      await this.called.act('local.admin', 1);
      await this.called.act('reviewer', 1);
    },
    /** Put on a list of this type, with all others that wait for one, and taken up. */
    commission: async (type: number) => {
      const { phaseStatus } = await this.project();
      if (WAITS_FOR_LIST.includes(phaseStatus)) {
        // A list takes everything that waits: that of another test, made in between, has taken this one along.
        const made = await this.request.post(`/api/projects/lists/${type}`, {
          data: {},
          headers: await this.headers('reviewer'),
        });
        expect([200, 409]).toContain(made.status());
      }
      const date = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
      await this.call('reviewer', 'PUT', `projects/${this.code}/actions`, { action: 1, date });
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

  /** Values that hold together for the current form. */
  private async values(form: ProjectForm): Promise<FormValues> {
    const definition = findFormDefinition(form.code);
    if (!definition) throw new Error(`No form ${form.code}`);
    const data = form.data as FormData & { exchangeRate?: { rate: string } };
    return fillForm({
      definition,
      defaults: form.defaults as FormValues,
      data,
      project: {
        code: this.code,
        name: `Пројекат ${this.code}`,
        organization: '50112',
        sector: 5,
        millions: 2_110,
        location: { id: '70998', name: 'Прокупље' },
        contact: 'Милена Јовић',
        problem: 'Отпадне воде се непречишћене уливају у Топлицу.',
        proposer: { id: '10503', name: 'Министарство заштите животне средине' },
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
   * Reads values that hold together from a file into the current form, saves and locks it. A form that is right as it
   * opens has nothing to save and is locked at once.
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

  /** Takes a step on the project page; answers when the page shows what follows. */
  async act(
    login: string,
    action: string,
    after: string,
    more: { comment?: string; axe?: boolean } = {},
  ): Promise<void> {
    const page = await this.page(login);
    await page.goto(`/projects/${this.code}/details`);
    const main = page.getByRole('button', { name: action, exact: true });
    const menu = page.getByRole('button', { name: 'Друге радње' });
    await expect(main.or(menu).first()).toBeVisible();
    if (await main.isVisible()) await main.click();
    else {
      await menu.click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    }
    const dialog = page.getByRole('dialog');
    if (more.comment) await dialog.getByLabel('Коментар').fill(more.comment);
    if (more.axe) await expectAccessible(page);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    // The dialog shows what will follow: only when it is gone has it happened.
    await expect(dialog).toBeHidden();
    await expect(page.getByText(after).first()).toBeVisible();
  }

  /** Sent, confirmed, approved. */
  async approve(phase: string, after: string): Promise<void> {
    await this.act('local.user', 'Пошаљи на потврду', `${phase}: чека потврду`);
    await this.act('local.admin', 'Потврди', `${phase}: чека одобрење`);
    await this.act('reviewer', 'Одобри', after);
  }

  /** The commission: the list is made when it is not there yet, and the decision entered on the project's page. */
  async commission(type: number, decision: string, after: string, more: { comment?: string } = {}): Promise<void> {
    const page = await this.page('reviewer');
    const { phaseStatus } = await this.project();
    if (WAITS_FOR_LIST.includes(phaseStatus)) {
      await page.goto(`/project-lists/${type}`);
      await page.getByRole('button', { name: 'Направи листу' }).first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(this.code)).toBeVisible();
      await dialog.getByRole('button', { name: 'Направи листу' }).click();
      await page.waitForURL(new RegExp(`project-lists/${type}/.+`));
    }
    await page.goto(`/projects/${this.code}/details`);
    await page.getByRole('button', { name: 'Унеси одлуку комисије' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: new RegExp(`^${decision}`) }).check();
    if (more.comment) await dialog.getByLabel('Коментар').fill(more.comment);
    await dialog.getByRole('button', { name: decision, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(after).first()).toBeVisible();
  }

  /** From the plan to finished effects, with one quarter that holds the whole realization. */
  async realize(): Promise<void> {
    await this.fill();
    await this.approve('План', 'Извештавање: унос');
    await this.fill();
    await this.act('local.user', 'Пошаљи последњи квартал и фазу', 'Извештавање: чека потврду');
    await this.act('local.admin', 'Потврди', 'Извештавање: чека одобрење');
    await this.act('reviewer', 'Одобри', 'Закључење: унос');
    await this.fill();
    // The same three steps as of the plan, here and after.
    await this.called.approve();
    await this.fill();
    await this.called.approve();
    const page = await this.page('local.user');
    await page.goto(`/projects/${this.code}/details`);
    await expect(page.getByText('Завршен', { exact: true }).first()).toBeVisible();
  }
}

/** The code of a project whose idea is saved, whole and open: for a test that changes it. */
export async function savedIdea(browser: Browser, request: APIRequestContext): Promise<string> {
  const journey = new Journey(browser, request, newCode('IDEJA'));
  await journey.called.create({ type: 3 });
  await journey.called.fill(SAVE);
  return journey.code;
}

/** A project in realization whose first quarter is approved: how it comes there is walked through by another test. */
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
