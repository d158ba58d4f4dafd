import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { DashboardSchema } from '@pimis/contract/dashboard';
import type { Static } from 'typebox';
import type { Phase } from '@pimis/contract/project-phases';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { projectScope } from '@pimis/domain/access/policies';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { addDays } from '@pimis/domain/dates/dates';
import type { ActingUser } from '@pimis/domain/workflow/actors';
import { type ActionInput, decideDue } from '@pimis/domain/workflow/decisions';
import { isStepOf, openStepsOf } from '@pimis/domain/workflow/open-steps';
import { PHASE } from '@pimis/domain/workflow/phases';
import { LISTS } from '@pimis/domain/workflow/lists';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { DEMO_ACCOUNTS } from '../system/demo-accounts.ts';
import { expectComputed } from '../../testing/kept-rows.ts';
import { ProjectModel } from '../../testing/project-model.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { act, PROPOSER } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { isThorough } from '../../testing/thorough.ts';
import { openDueQuarters } from './scheduler.ts';

const server = useServer();

/** Each step is a call, followed by a few reads that compare the product with the model. */
const STEPS = isThorough ? 20_000 : 120;
const PROJECTS = 8;
/** The number of steps between comparisons of everybody's tasks and projects. */
const COMPARED_EVERY = isThorough ? 50 : 20;
/** Another seed gives another walk. */
const SEED = Number(process.env.PIMIS_WALK_SEED ?? 20261123);
const FIRST_DAY = '2026-04-02';
const OWNER = '50112';
const PERIOD = { start: '2026-04-01', end: '2026-09-30' };
const UNLOCK = 3;
/** The statuses in which the organization may change its form. */
const OPEN_FORMS: readonly number[] = [PHASE_STATUS.entry, PHASE_STATUS.correctionAmendment];

interface Walker {
  model: ProjectModel;
  driver: ProjectDriver;
  /** Calls of steps that were accepted. */
  calls: number;
}

let people: Map<string, ActingUser>;
let walkers: Walker[] = [];
/** Finished projects, which are not walked further. */
const left: Walker[] = [];
let today = FIRST_DAY;
let dice: Iterator<number, undefined>;
/** A log of the steps for the failure message. */
const told: string[] = [];

beforeAll(async () => {
  const { rows } = await sql<{ login: string; id: number; organizationId: string; claims: string[] }>`
    select login, id, organization_id as "organizationId",
           array(select claim from role_claims where role_claims.role_id = users.role_id) as claims
    from users`.execute(server.context.db);
  people = new Map(
    DEMO_ACCOUNTS.map(({ login }) => {
      const found = rows.find((row) => row.login === login);
      if (!found) throw new Error(`No account ${login}`);
      return [login, { ...found, claims: new Set(found.claims) } as ActingUser];
    }),
  );
  dice = fc.sample(fc.nat({ max: 2 ** 30 }), { seed: SEED, numRuns: 40 * STEPS }).values();
  setDay(FIRST_DAY);
});

function roll(sides: number): number {
  const thrown = dice.next();
  if (thrown.done === true) throw new Error('No dice are left');
  return thrown.value % sides;
}
const oneOf = <T>(of: readonly T[]): T => of[roll(of.length)] as T;
const personOf = (login: string): ActingUser => people.get(login) as ActingUser;

function setDay(day: string): void {
  today = day;
  server.setNow(new Date(`${day}T09:00:00Z`));
}

const sees = (user: ActingUser, { kind }: ProjectModel): boolean => {
  const scope = projectScope(user);
  if (scope.kind !== 'own') return scope.kind === 'all';
  return [kind.organizationId, kind.proposerOrganizationId].includes(scope.organizationId);
};

async function begin(): Promise<Walker> {
  const important = roll(5) === 0;
  // A short identification asks nothing about foreign funds.
  const type = 1 + roll(3);
  const foreignFunds = roll(3) === 0;
  const driver = await ProjectDriver.start(server, { type, important }, { euFunded: foreignFunds, important });
  driver.period = PERIOD;
  // The proposer is the organization itself until the form names another.
  const kind = { type, important, foreignFunds, organizationId: OWNER, period: PERIOD };
  return { driver, calls: 0, model: new ProjectModel({ ...kind, proposerOrganizationId: OWNER }) };
}

/** Inputs of a step: whole, or with something missing or too much. */
function inputOf(action: number): ActionInput {
  return {
    action,
    ...(roll(4) > 0 ? { comment: 'Разлог' } : {}),
    ...(roll(2) > 0 ? { date: roll(8) > 0 ? today : addDays(today, 1) } : {}),
    ...(roll(2) > 0 ? { postponedDate: addDays(today, roll(40)) } : {}),
  };
}

async function tryStep(walker: Walker, login: string, input: ActionInput): Promise<void> {
  const { model, driver } = walker;
  const user = personOf(login);
  const expected = model.decide(user, input, today);
  told.push(`${today} ${driver.code} ${model.phase}/${model.phaseStatus} ${login} ${JSON.stringify(input)}`);
  const { action, ...more } = input;
  const answer = await act(server, login, driver.code, action, more);
  const status = answer.status.name;
  if (!sees(user, model)) expect(answer.httpStatus, told.at(-1)).toBe(404);
  else if (!expected.ok) expect(status, told.at(-1)).toBe(expected.code);
  else {
    expect(answer.httpStatus, `${told.at(-1)}: ${status}`).toBe(200);
    model.take(expected, user.id, input, today);
    walker.calls += 1;
    await compareTold(walker, user);
  }
}

/** Whether the project waits for a step of the user; for the report of a quarter only after the quarter has ended. */
const waitsFor = (user: ActingUser, model: ProjectModel): boolean => {
  const facts = model.facts(today);
  const open = openStepsOf(facts).map(({ key }) => key);
  return !model.rests(today) && facts.projectStatus === PROJECT_STATUS.pending && isStepOf(user, facts, open);
};

/** Exactly the users for whose step a project waits were notified. */
async function compareTold({ model, driver }: Walker, actor: ActingUser): Promise<void> {
  const { rows } = await sql<{ login: string }>`
    select users.login from notifications
    join users on users.id = notifications.user_id
    join projects on projects.id = notifications.project_id
    where projects.code = ${driver.code} and kind = 'turn' and read_at is null`.execute(server.context.db);
  const toldTurn = new Set(rows.map(({ login }) => login));
  for (const [login, user] of people) {
    const waited = sees(user, model) && waitsFor(user, model);
    if (!waited) expect(toldTurn.has(login), `${login} is told\n${told.at(-1)}`).toBe(false);
    // Administrators, who may act for many, are notified only about projects in which they take part.
    else if (user !== actor && !user.claims.has('Admin')) {
      expect(toldTurn.has(login), `${login} is not told\n${told.at(-1)}`).toBe(true);
    }
  }
}

const formIsOpen = ({ phase, phaseStatus, status }: ProjectModel): boolean =>
  status === PROJECT_STATUS.pending &&
  (OPEN_FORMS.includes(phaseStatus) || (phase === PHASE.idea && phaseStatus === PHASE_STATUS.sentToMinister));

/** Fills in and locks the form, or opens it again; false if no form can be changed. */
async function work(walker: Walker): Promise<boolean> {
  const { model, driver } = walker;
  const [form] = model.round().slice(-1);
  if (!form || !formIsOpen(model)) return false;
  if (form.status === FORM_STATUS.unlocked) {
    if (model.phase === PHASE.reporting && !model.facts(today).quarterHasBegun) return false;
    told.push(`${today} ${driver.code} is filled in`);
    await driver.fill();
    model.lock();
    if (model.kind.proposerOrganizationId === OWNER) walker.model.kind.proposerOrganizationId = PROPOSER.id;
    return true;
  }
  if (form.status !== FORM_STATUS.locked || roll(6) > 0) return false;
  told.push(`${today} ${driver.code} is opened again`);
  const { payload } = await server.call<Phase[]>('local.user', 'GET', `projects/${driver.code}/phases`);
  const id = payload?.flatMap(({ forms }) => forms).findLast(({ current }) => current)?.id;
  const answer = await server.call('local.user', 'POST', 'projects/form-input', {
    projectCode: driver.code,
    id,
    action: UNLOCK,
  });
  expect(answer.httpStatus, told.at(-1)).toBe(200);
  model.unlock();
  return true;
}

/** Takes a step that the transition table allows to somebody. */
async function goOn(walker: Walker): Promise<boolean> {
  const { model } = walker;
  const offers = [...people].flatMap(([login, user]) =>
    model.declared(today).flatMap((action) =>
      [
        { action, comment: 'Разлог' },
        { action, comment: 'Разлог', date: today },
        { action, comment: 'Разлог', date: today, postponedDate: addDays(today, 1 + roll(30)) },
      ]
        .filter((input) => model.decide(user, input, today).ok)
        .map((input) => ({ login, input })),
    ),
  );
  if (offers.length === 0) return false;
  // Chooses steps forward more often than back, so that projects reach their end.
  const forward = offers.filter(({ input }) => input.action === 1);
  const { login, input } = oneOf(forward.length > 0 && roll(4) > 0 ? forward : offers);
  await tryStep(walker, login, input);
  return true;
}

/** The administrator chooses the list of an important project. */
async function chooseList({ model, driver }: Walker): Promise<boolean> {
  if (!model.waitsForChoice()) return false;
  const type = oneOf(LISTS.filter(({ takesImportant }) => takesImportant)).type;
  told.push(`${today} ${driver.code} is put on list ${type}`);
  const { id } = await driver.read();
  const answer = await server.call('admin', 'PUT', 'projects/important/list', {
    projects: [{ ProjectId: id, ProjectCode: driver.code }],
    projectListIds: [type],
  });
  expect(answer.httpStatus, told.at(-1)).toBe(200);
  model.choose(type);
  return true;
}

/** Makes a list, which takes up every project that waits for it. */
async function makeList({ model }: Walker): Promise<boolean> {
  const type = LISTS.map((list) => list.type).find((one) => model.waitsFor(one));
  if (type === undefined) return false;
  told.push(`${today} list ${type}`);
  const answer = await server.call('reviewer', 'POST', `projects/lists/${type}`);
  expect(answer.httpStatus, `${told.at(-1)} ${answer.status.name}`).toBe(200);
  for (const walker of walkers) if (walker.model.waitsFor(type)) walker.model.list();
  return true;
}

/** Lets days pass, and runs the scheduled changes. */
async function pass(): Promise<void> {
  setDay(addDays(today, 1 + roll(45)));
  told.push(today);
  await openDueQuarters(server.jobs);
  for (const { model } of walkers) {
    const facts = model.facts(today);
    const due = model.phase === PHASE.reporting && !facts.quarterReachesEnd ? decideDue(facts, 'addQuarter') : null;
    if (due) model.take(due, null, { action: due.transition.action }, today);
  }
}

/** Compares the project in the product and in the model. */
async function compare({ model, driver, calls }: Walker): Promise<void> {
  const { rows } = await sql<{
    status: number;
    phase: number;
    phaseStatus: number;
    open: string[];
    taken: number;
    audited: number;
    history: string;
  }>`
    select status, phase, phase_status as "phaseStatus", open_steps as open,
           (select count(*)::integer from project_activities where project_id = projects.id and action is not null) as taken,
           (select count(*)::integer from audit_log
            where subject_type = 'project' and subject_id = projects.id::text and operation like 'project.action.%' and user_id is not null) as audited,
           (select string_agg(phase || '/' || phase_status, ' ') from project_history
            where project_id = projects.id and valid_to is null) as history
    from projects where code = ${driver.code}`.execute(server.context.db);
  const open = openStepsOf(model.facts(today)).map(({ key }) => key);
  const at = `${model.phase}/${model.phaseStatus}`;
  expect({ ...rows[0], open: rows[0]?.open?.toSorted() }, told.slice(-12).join('\n')).toMatchObject({
    status: model.status,
    phase: model.phase,
    phaseStatus: model.phaseStatus,
    open: open.toSorted(),
    audited: calls,
    history: at,
  });
}

/** Compares everybody's projects and tasks in the lists and in the model. */
async function compareAll(): Promise<void> {
  const of = async (login: string, query: string) => {
    const answer = await server.call<ProjectRow[]>(
      login,
      'GET',
      `projects/paged?perPage=100&filter[status]=0,1,2&${query}`,
    );
    return (answer.payload ?? []).map(({ code }) => code).toSorted();
  };
  for (const [login, user] of people) {
    const seen = walkers.filter(({ model }) => sees(user, model));
    const waiting = seen.filter(({ model }) => waitsFor(user, model));
    const context = `${login}\n${told.slice(-12).join('\n')}`;
    expect(await of(login, 'waitingForMe=true'), context).toEqual(waiting.map(({ driver }) => driver.code).toSorted());
    const { payload } = await server.call<Static<typeof DashboardSchema>>(login, 'GET', 'dashboard');
    // The dashboard counts all projects that the user sees; before the walk there were none.
    const pending = [...walkers, ...left].filter(({ model }) => sees(user, model));
    expect(payload?.counts, context).toMatchObject({
      pending: pending.filter(({ model }) => model.status === PROJECT_STATUS.pending).length,
      finished: pending.filter(({ model }) => model.status === PROJECT_STATUS.finished).length,
      waitingProjects: waiting.length,
    });
  }
}

it('random steps change, notify and store exactly what the transition table prescribes', {
  timeout: 3_600_000,
}, async () => {
  for (let made = 0; made < PROJECTS; made += 1) walkers.push(await begin());
  for (let step = 0; step < STEPS; step += 1) {
    const walker = oneOf(walkers);
    if (roll(10) < 4) await tryStep(walker, oneOf([...people.keys()]), inputOf(1 + roll(6)));
    else if (
      !(await work(walker)) &&
      !(await chooseList(walker)) &&
      !(await goOn(walker)) &&
      !(await makeList(walker)) &&
      roll(3) === 0
    )
      await pass();
    await compare(walker);
    if (step % COMPARED_EVERY === 0) {
      await compareAll();
      await expectComputed(server.context.db);
    }
    if (walker.model.status !== PROJECT_STATUS.pending && roll(4) === 0) {
      left.push(walker);
      walkers = [...walkers.filter((one) => one !== walker), await begin()];
    }
  }
  await compareAll();
});
