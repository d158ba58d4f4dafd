import { MAX_PAGE_SIZE } from '@pimis/contract/envelope';
import type { DecisionTableRow } from '@pimis/contract/decision-rows';
import { percentBehind } from '@pimis/domain/indicators/progress-words';
import { decisionRow } from '@pimis/domain/projects/decision-row';
import { awaitedDecisions } from '@pimis/domain/workflow/awaited-decisions';
import { openStepLabel } from '@pimis/domain/workflow/open-steps';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { type Context, today } from '../../platform/context.ts';
import { measuredToday } from '../earned-value/project.ts';
import { itemsOfList, type PendingItem } from '../lists/service.ts';
import { listProjects } from '../project-list/service.ts';
import { findProjects } from '../projects/visibility.ts';
import { summarizeProjects } from './decision-summary.ts';

/** The most projects of a list in one table; each takes milliseconds. */
const MOST_OF_LIST = 200;

export interface DecisionTable {
  rows: DecisionTableRow[];
  /** There are further projects. */
  more: boolean;
}

type Facts = NonNullable<DecisionTableRow['facts']>;

/** The facts of projects that the user sees, by code; the number of statements is the same for any number of them. */
async function factsByCode(context: Context, user: CurrentUser, codes: readonly string[]): Promise<Map<string, Facts>> {
  if (codes.length === 0) return new Map();
  const projects = await findProjects(context.db, user, codes);
  const ids = projects.map(({ id }) => id);
  const [summarized, measured] = await Promise.all([
    summarizeProjects(context, user, projects, { documents: false }),
    measuredToday(context, context.db, ids),
  ]);
  return new Map(
    summarized.map(({ project, summary }) => [
      project.code,
      { ...decisionRow(summary), behind: percentBehind(measured.get(project.id)?.spi ?? null) },
    ]),
  );
}

/** Projects that await a decision of the user, those that wait longest first. */
export async function awaitedRows(context: Context, user: CurrentUser): Promise<DecisionTable> {
  const steps = awaitedDecisions(user);
  if (steps.length === 0) return { rows: [], more: false };
  const query = {
    waitingForMe: 'true',
    'filter[openStep]': steps.join(','),
    sort_by: 'waitingSince',
    sort_desc: 'false',
    perPage: String(MAX_PAGE_SIZE),
  };
  const clock = { day: today(context), now: context.now() };
  const { rows, additional } = await listProjects(context.db, user, query, clock);
  const facts = await factsByCode(
    context,
    user,
    rows.map(({ code }) => code),
  );
  return {
    rows: rows.map((row) => ({
      projectCode: row.code,
      projectName: row.name,
      organizationName: row.organizationName,
      projectPhaseId: row.projectPhaseId,
      phase: row.phase,
      phaseStatus: row.phaseStatus,
      step: row.onTurn?.label ?? null,
      position: null,
      decision: null,
      totalValue: row.totalValue,
      facts: facts.get(row.code) ?? null,
    })),
    more: additional.totalRows > rows.length,
  };
}

const COMMISSION = { phaseStatus: PHASE_STATUS.waitingCommission, foreignFunds: false };

function rowOfItem(item: PendingItem, facts: Facts | undefined): DecisionTableRow {
  const { projectCode, projectName, organizationName, projectPhaseId, phase, phaseStatus, isPending } = item;
  const { position, decision, totalValue } = item;
  const project = { projectCode, projectName, organizationName, projectPhaseId, phase };
  return {
    ...project,
    phaseStatus: isPending ? COMMISSION.phaseStatus : phaseStatus,
    step: isPending ? openStepLabel('commissionYes', { phase, ...COMMISSION }) : null,
    position,
    decision,
    totalValue,
    facts: facts ?? null,
  };
}

/** The projects of a list, with facts for those that are still before the commission. Error: NotFound. */
export async function rowsOfList(
  context: Context,
  user: CurrentUser,
  { type, name }: { type: number; name: string },
): Promise<DecisionTable> {
  const items = await itemsOfList(context, user, { type, name });
  const shown = items.slice(0, MOST_OF_LIST);
  const pending = shown.filter(({ isPending }) => isPending).map(({ projectCode }) => projectCode);
  const facts = await factsByCode(context, user, pending);
  return {
    rows: shown.map((item) => rowOfItem(item, facts.get(item.projectCode))),
    more: items.length > shown.length,
  };
}
