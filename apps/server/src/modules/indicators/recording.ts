import { recordIndicators } from '@pimis/domain/indicators/record';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Tx } from '../../platform/database/database.ts';
import { appropriationOf, loadRealization } from '../form-store/realization.ts';
import { storedRows, storeRows } from './queries.ts';

export { dropRows } from './queries.ts';

/**
 * Stores the success key indicators of a quarter in the transaction that approves it (docs/indicators.md, 6). The form
 * must be approved already. Existing rows stay while the quarter stays approved.
 */
async function recordQuarter(tx: Tx, projectId: number, form: { id: number; name: string }, at: Date): Promise<void> {
  const quarter = quarterOfName(form.name);
  const realization = await loadRealization(tx, projectId);
  if (!quarter || !realization.initialPlan || !realization.planInForce) return;
  const earlier = await storedRows(tx, projectId);
  const rows = recordIndicators({
    initialPlan: realization.initialPlan,
    planInForce: realization.planInForce,
    quarters: realization.quarters,
    restatements: realization.restatements,
    at: quarter,
    appropriationAmount: await appropriationOf(tx, projectId, quarter.year),
    earlier: earlier.map(({ inactivity }) => inactivity),
  });
  await storeRows(tx, { projectId, formId: form.id, ...quarter, rows, at });
}

/** Stores the indicators of the quarter that this step approved: its form is the newest of its phase. */
export async function recordNewestQuarter(tx: Tx, projectId: number, projectPhaseId: number, at: Date): Promise<void> {
  const form = await tx
    .selectFrom('published.project_forms as project_forms')
    .select(['id', 'name'])
    .where('project_phase_id', '=', projectPhaseId)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (form) await recordQuarter(tx, projectId, form, at);
}
