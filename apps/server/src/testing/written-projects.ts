import { type RawBuilder, sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import { DECISION, LIST } from '@pimis/domain/workflow/lists';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { Database } from '../platform/database/database.ts';

/** Two municipalities of the registry, in the districts 21 and 20, and one that it does not contain. */
export const MUNICIPALITIES = [
  { id: '70998', name: 'Прокупље' },
  { id: '70025', name: 'Алексинац' },
  { id: 'nowhere', name: 'Нигде' },
];
export const IDEA = {
  basic: { projectName: 'Школа', level: 'Локални', locations: MUNICIPALITIES },
  financialInfo: {
    price: { local: '500.00' },
    yearlyCosts: [{ year: 2027, amount: '400.00' }],
    fundingSources: [
      { source: 'Буџет', localAmount: '75.00' },
      { source: 'Кредит', localAmount: '25.00' },
    ],
  },
};
const SCHEDULE = { year: 2026, q2: { percent: '40.00', amount: '400.00' }, q3: { percent: '60.00', amount: '600.00' } };
export const PLAN = {
  basic: { projectName: 'Школа по плану' },
  implementationDates: { start: '2026-04-01', end: '2026-09-30' },
  financialInfo: {
    price: { local: '1000.00' },
    activityList: [{ name: 'Радови', estimate: '1000.00' }],
    fundingSources: [{ source: 'Буџет', localAmount: '1000.00' }],
  },
  implementation: [{ activity: { name: 'Радови' }, plan: [SCHEDULE] }],
};
/** A report of this progress and expense of the activity of the plan. */
export const report = (fulfilled: string, expense: string) => ({
  summary: {
    activities: [
      { name: 'Радови', details: { physical: { activityFulfilled: fulfilled }, financial: { realExpense: expense } } },
    ],
  },
});

export interface WrittenProject {
  id: number;
  phaseId: number;
  code: string;
  number: string;
}
interface NewProject {
  type?: number;
  phase?: number;
}
interface NewForm {
  status?: number;
  name?: string;
}
interface Decided {
  list?: number;
  decision?: number | null;
  date?: string | null;
  at?: string | null;
  revision?: number;
}

/**
 * Writes projects, forms, plans and decisions without the steps of the product, for tests of what follows from their
 * rows. Each write is a transaction.
 */
export class ProjectWriter {
  private readonly database: () => Database;
  private made = 0;

  constructor(database: () => Database) {
    this.database = database;
  }

  run(statement: RawBuilder<unknown>) {
    return this.database()
      .transaction()
      .execute((tx) => statement.execute(tx));
  }

  async idOf(statement: RawBuilder<unknown>): Promise<number> {
    const { rows } = await this.run(statement);
    return (rows[0] as { id: number }).id;
  }

  async project({ type = 3, phase = PHASE.idea }: NewProject = {}): Promise<WrittenProject> {
    this.made += 1;
    const [code, number] = [`PROBA-${this.made}`, `2026-${this.made}`];
    const id = await this.idOf(sql`
      insert into projects (code, number, name, organization_id, proposer_organization_id, type, sector, phase, phase_status,
        last_changed_at)
      values (${code}, ${number}, 'Пројекат', '50112', '50112', ${type}, 2, ${phase}::smallint, ${PHASE_STATUS.entry},
        '2026-03-01 09:00Z') returning id`);
    const phaseId = await this.idOf(sql`
      insert into project_phases (project_id, phase, started_at) values (${id}, ${phase}::smallint, '2026-03-01 09:00Z')
      returning id`);
    return { id, phaseId, code, number };
  }

  /** A form, made on 2 March and locked on the third in UTC, without values. */
  form(
    { id, phaseId }: WrittenProject,
    code: string,
    { status = FORM_STATUS.locked, name = code }: NewForm = {},
  ): Promise<number> {
    return this.idOf(sql`
      insert into project_forms (project_id, project_phase_id, code, definition_version, name, ordinal, status, created_at, locked_at)
      values (${id}, ${phaseId}, ${code}, 1, ${name},
        (select count(*) + 1 from project_forms where project_phase_id = ${phaseId}), ${status}, '2026-03-02 09:00Z',
        '2026-03-03 22:30Z') returning id`);
  }

  save(form: number, values: object) {
    return this.run(sql`
      insert into form_revisions (form_id, revision, definition_version, input, user_name)
      select ${form}::integer, coalesce(max(revision), 0) + 1, 1, ${JSON.stringify(values)}::json, ''
      from form_revisions where form_id = ${form}`);
  }

  statusIs(form: number, status: number) {
    return this.run(sql`update project_forms set status = ${status}::smallint where id = ${form}`);
  }

  /** Puts a plan into force, as the newest revision of the form contains it. */
  inForce({ id }: WrittenProject, form: number, plan: object, from: string) {
    return this.run(sql`
      insert into project_plans (project_id, ordinal, form_id, form_revision, plan, in_force_from)
      select ${id}::integer, (select count(*) + 1 from project_plans where project_id = ${id}), ${form}::integer, max(revision),
             ${JSON.stringify(plan)}::json, ${from}::timestamptz
      from form_revisions where form_id = ${form}`);
  }

  /** A decision of the commission on a revision, on a list of its own. */
  decide({ id }: WrittenProject, form: number, decided: Decided = {}) {
    const { list = LIST.idea, decision = DECISION.yes, date = '2026-04-01', revision = 1 } = decided;
    const { at = '2026-04-02 22:30Z' } = decided;
    return this.run(sql`
      with list as (insert into project_lists (type, name)
        values (${list}, (select count(*)::text from project_lists)) returning id)
      insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision, decision_date,
        decided_at, form_id, form_revision)
      select id, ${id}::integer, 1, 1, '{"phase": 0}', ${decision}::smallint, ${date}::date, ${at}::timestamptz,
             ${form}::integer, ${revision}::integer from list`);
  }

  /** A step of a form with its newest revision. */
  act({ id, phaseId }: WrittenProject, form: number, operation: string, at: string, phase: number = PHASE.reporting) {
    return this.run(sql`
      insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation, user_name,
        form_id, form_revision, created_at)
      values (${id}, ${phaseId}, ${phase}, 1, 1, ${operation}, '', ${form},
        (select max(revision) from form_revisions where form_id = ${form}), ${at}::timestamptz)`);
  }

  /** A form of a new project, saved once. */
  async formOf(code: string, values: object, project: NewProject = {}, form: NewForm = {}) {
    const one = await this.project(project);
    const id = await this.form(one, code, form);
    await this.save(id, values);
    return { one, form: id };
  }

  /** A project whose plan is in force since 6 April, as clocks in Belgrade have it. */
  async plannedProject(type = 1) {
    const { one, form } = await this.formOf('plan', PLAN, { type, phase: PHASE.plan });
    await this.inForce(one, form, PLAN, '2026-04-05 22:30Z');
    return { one, form };
  }
}
