import type { ProjectForm } from '@pimis/contract/forms';
import type { Project } from '@pimis/contract/projects';
import { fillForm } from '@pimis/examples/fill';
import { type ExampleProject, WASTE_WATER_PLANT } from '@pimis/examples/preparation';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormData, FormValues } from '@pimis/domain/forms/types';
import { act, createProject, currentForm, IDEA_TO_MINISTRY, submit, upload } from './projects.ts';
import type { TestServer } from './server.ts';

type More = Record<string, unknown>;

/** Leads a project through its life with the demo accounts, through the HTTP interface only. */
export class ProjectDriver {
  readonly server: TestServer;
  readonly code: string;
  private readonly project: ExampleProject;
  /** First and last day of the realization that its plan gets. */
  period = { start: '2026-04-01', end: '2026-09-30' };
  proposal: string | undefined;
  private readonly documents = new Map<string, Promise<string>>();

  private constructor(server: TestServer, code: string, changes: Partial<ExampleProject>) {
    this.server = server;
    this.code = code;
    this.project = { ...WASTE_WATER_PLANT, code, startYear: 2026, ...changes };
  }

  static async start(
    server: TestServer,
    kind: More = {},
    changes: Partial<ExampleProject> = {},
  ): Promise<ProjectDriver> {
    const login = kind.important ? 'local.admin' : 'local.user';
    return new ProjectDriver(server, await createProject(server, login, kind), changes);
  }

  /** An existing project. */
  static of(server: TestServer, code: string, changes: Partial<ExampleProject> = {}): ProjectDriver {
    return new ProjectDriver(server, code, changes);
  }

  async read(login = 'admin'): Promise<Project> {
    const answer = await this.server.call<Project>(login, 'GET', `projects/${this.code}`);
    if (!answer.payload) throw new Error(JSON.stringify(answer));
    return answer.payload;
  }

  /** Phase and status, "5/1". */
  async state(): Promise<string> {
    const { phase, phaseStatus } = await this.read();
    return `${phase}/${phaseStatus}`;
  }

  /** The id of a document of the project; the first call uploads it. */
  private document(name: string): Promise<string> {
    const known = this.documents.get(name);
    if (known) return known;
    const uploaded = upload(this.server, 'local.user', this.code, name).then((answer) => {
      const id = answer.payload?.[0]?.id;
      if (id === undefined) throw new Error(JSON.stringify(answer));
      return String(id);
    });
    this.documents.set(name, uploaded);
    return uploaded;
  }

  /** Valid values of the current form. */
  async values(): Promise<{ form: ProjectForm; values: FormValues }> {
    const { form } = await currentForm(this.server, 'local.user', this.code);
    const definition = findFormDefinition(form.code, form.definitionVersion);
    if (!definition) throw new Error(`No form ${form.code}`);
    const data = form.data as FormData & { exchangeRate?: { rate: string } };
    const values = fillForm({
      definition,
      defaults: form.defaults as FormValues,
      data,
      project: this.project,
      documents: {
        letter: await this.document('pismo.txt'),
        assessment: await this.document('ocena.txt'),
        decision: await this.document('odluka.txt'),
      },
      rate: data.exchangeRate?.rate ?? '117.2000',
      today: form.today,
      period: this.period,
      ...(this.proposal === undefined ? {} : { proposal: this.proposal }),
    });
    return { form, values };
  }

  /** Fills in and locks the current form. */
  async fill(change?: (values: FormValues) => void): Promise<number> {
    const { form, values } = await this.values();
    change?.(values);
    const locked = await submit(this.server, 'local.user', this.code, form.id, 2, values);
    if (locked.httpStatus !== 200)
      throw new Error(`${form.code}: ${JSON.stringify(locked.errors)} ${locked.status.name}`);
    return form.id;
  }

  async act(login: string, action: number, more: More = {}): Promise<Project> {
    const answer = await act(this.server, login, this.code, action, more);
    if (answer.httpStatus !== 200 || !answer.payload)
      throw new Error(
        `${login} ${action} at ${await this.state()}: ${JSON.stringify(answer.status)} ${JSON.stringify(answer.errors)}`,
      );
    return answer.payload;
  }

  /** Sends, confirms and approves: the steps of most phases. */
  async approve(): Promise<void> {
    await this.act('local.user', 1);
    await this.act('local.admin', 1);
    await this.act('reviewer', 1);
  }

  /** A quarter sent, confirmed, approved. */
  async quarter(): Promise<void> {
    await this.act('local.user', 2);
    await this.act('local.admin', 1);
    await this.act('reviewer', 1);
  }

  async fillAndApprove(): Promise<void> {
    await this.fill();
    await this.approve();
  }

  /** The steps of the idea up to its list. */
  async approveIdea(): Promise<void> {
    for (const login of [...IDEA_TO_MINISTRY, 'reviewer']) await this.act(login, 1);
  }

  /** Puts every waiting project on a list and decides about this one. */
  async commission(listType: number, action: number, more: More = {}): Promise<void> {
    const made = await this.server.call('reviewer', 'POST', `projects/lists/${listType}`);
    if (made.httpStatus !== 200) throw new Error(JSON.stringify(made));
    const date = this.server.context.now().toISOString().slice(0, 10);
    await this.act('reviewer', action, { date, ...more });
  }
}
