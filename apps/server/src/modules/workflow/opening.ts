import { sql } from 'kysely';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { PHASE, formOfPhase } from '@pimis/domain/workflow/phases';
import { isDay, type Quarter, quarterOf } from '@pimis/domain/dates/dates';
import { getPath } from '@pimis/domain/forms/paths';
import { quarterName } from '@pimis/domain/workflow/quarters';
import { type Context, today } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { KEPT } from '../../platform/kept-plans.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import './announcements.ts';
import { addProjectForms } from '../form-store/changes.ts';
import { loadRealizations } from '../form-store/realization.ts';
import { changeProjects, enterPhases } from '../projects/changes.ts';
import { addActivities } from '../projects/activities.ts';

/** The user of a step, or the system itself (scheduler). */
export type Acting = Pick<CurrentUser, 'id' | 'name'> | null;

/** What a form is opened with besides what its phase says. */
interface Opened {
  /** The quarter that a report stands for. */
  quarter?: Quarter;
  /** The older form that a project was taken over with. */
  code?: string;
}

/**
 * Opens a phase of projects: its row once, with status 1 and a start date, and the form of this round. The projects
 * then stand in that phase.
 */
export async function openPhase(
  context: Context,
  tx: Tx,
  projectIds: readonly number[],
  phase: number,
  user: Acting,
  opened: Opened = {},
): Promise<void> {
  const now = context.now();
  const entered = await enterPhases(tx, projectIds, phase, now);
  await addForms(context, tx, entered, phase, opened);
  await changeProjects(tx, projectIds, {
    phase,
    phase_status: PHASE_STATUS.entry,
    status_before: null,
    sent_by: null,
    confirmed_by: null,
    open_turns: null,
    waiting_since: now,
    last_changed_at: now,
  });
  await addActivities(
    tx,
    entered.map(({ projectId, phaseId, statusBefore }) => ({
      projectId,
      projectPhaseId: phaseId,
      phase,
      previousStatus: statusBefore ?? PHASE_STATUS.entry,
      status: PHASE_STATUS.entry,
      operation: 'open',
      user,
      at: now,
    })),
  );
}

/** A phase of a project that gets a form. */
interface Round {
  projectId: number;
  phaseId: number;
}

/** What says which form a round gets, and under which name. */
interface RoundFacts extends Round {
  type: number;
  important: boolean;
  migrated: boolean;
  /** How many forms the phase has had. */
  ordinal: number;
}

/** Adds the forms of a new round of a phase. */
export async function addForms(
  context: Context,
  tx: Tx,
  rounds: readonly Round[],
  phase: number,
  { quarter, code: given }: Opened = {},
): Promise<void> {
  const facts = await readRounds(tx, rounds);
  const quarters = quarter ? new Map<number, Quarter>() : await quartersOf(context, tx, facts, phase);
  const forms = facts.map((round) => {
    const code = given ?? formOfPhase(phase, round);
    const definition = findFormDefinition(code);
    const ordinal = round.ordinal + 1;
    const of = quarter ?? quarters.get(round.projectId);
    return {
      project_id: round.projectId,
      project_phase_id: round.phaseId,
      code,
      definition_version: definition?.version ?? 1,
      name: formName(phase, definition?.title.sr ?? code, ordinal, of),
      ordinal,
      created_at: context.now(),
    };
  });
  const ids = await addProjectForms(tx, forms);
  const added = forms.flatMap(({ project_id: projectId, code }) => {
    const formId = ids.get(projectId);
    return formId === undefined ? [] : [{ projectId, formId, code }];
  });
  await context.announcer.announce('formsAdded', { context, tx, forms: added });
}

async function readRounds(tx: Tx, rounds: readonly Round[]): Promise<RoundFacts[]> {
  const { rows } = await sql<RoundFacts>`
    ${KEPT} select projects.id as "projectId", rounds.phase_id as "phaseId", projects.type, projects.important,
           projects.migrated,
           coalesce((select max(ordinal) from published.project_forms
                     where project_phase_id = rounds.phase_id), 0) as ordinal
    from unnest(${rounds.map(({ projectId }) => projectId)}::integer[],
                ${rounds.map(({ phaseId }) => phaseId)}::integer[])
         with ordinality as rounds (project_id, phase_id, position)
    join published.projects on projects.id = rounds.project_id
    order by rounds.position`.execute(tx);
  return rows;
}

/**
 * The quarter that the form of each project stands for: of a first report the one that holds the start of the plan, of a
 * quarterly correction the last closed one, up to which it restates. Forms of other phases stand for none.
 */
async function quartersOf(
  context: Context,
  tx: Tx,
  rounds: readonly Round[],
  phase: number,
): Promise<Map<number, Quarter>> {
  const ids = rounds.map(({ projectId }) => projectId);
  if (phase !== PHASE.reporting && phase !== PHASE.correctionReporting) return new Map();
  const now = quarterOf(today(context));
  const realizations = await loadRealizations(tx, ids);
  return new Map(
    ids.map((id) => {
      const known = realizations.get(id);
      if (phase === PHASE.correctionReporting) return [id, known?.quarters.at(-1) ?? now];
      const start = getPath(known?.planInForce, 'implementationDates.start');
      return [id, isDay(start) ? quarterOf(start) : now];
    }),
  );
}

function formName(phase: number, title: string, ordinal: number, quarter: Quarter | undefined): string {
  if (quarter) return quarterName(phase === PHASE.correctionReporting ? 'correction' : 'report', quarter);
  return ordinal === 1 ? title : `${title} ${ordinal}`;
}
