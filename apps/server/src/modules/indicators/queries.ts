import { formIndicators, type RecordedRows } from '@pimis/domain/indicators/record';
import type { IndicatorRows, SuccessKeyIndicator } from '@pimis/domain/indicators/types';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Stored rows of one quarterly form, with the form's own fields. */
export async function indicatorsOfForm(
  db: Database | Tx,
  formId: number,
): Promise<{ rows: RecordedRows; summary: SuccessKeyIndicator } | undefined> {
  const row = await db.selectFrom('project_indicators').select('rows').where('form_id', '=', formId).executeTakeFirst();
  return row && { rows: row.rows, summary: formIndicators(row.rows) };
}

/** Rows of every approved quarter of a project, oldest first. */
export async function storedRows(db: Database | Tx, projectId: number): Promise<RecordedRows[]> {
  const stored = await db
    .selectFrom('project_indicators')
    .select('rows')
    .where('project_id', '=', projectId)
    .orderBy('year')
    .orderBy('quarter')
    .execute();
  return stored.map(({ rows }) => rows);
}

/** The stored rows as the three groups that screens and exports show. */
export async function readIndicators(db: Database | Tx, projectId: number): Promise<IndicatorRows> {
  const rows = await storedRows(db, projectId);
  return {
    timeToProjectImplementation: rows.map(({ time }) => time),
    fundingAdequacyIndicator: rows.map(({ funding }) => funding),
    inactivity: rows.map(({ inactivity }) => inactivity),
  };
}

/** Stores the rows of a quarter once; they do not change while it stays approved. */
export async function storeRows(
  tx: Tx,
  entry: { projectId: number; formId: number; year: number; quarter: number; rows: RecordedRows; at: Date },
): Promise<void> {
  await tx
    .insertInto('project_indicators')
    .values({
      project_id: entry.projectId,
      form_id: entry.formId,
      year: entry.year,
      quarter: entry.quarter,
      rows: JSON.stringify(entry.rows),
      created_at: entry.at,
    })
    .onConflict((conflict) => conflict.column('form_id').doNothing())
    .execute();
}

/** Removes the rows of forms that are no longer approved; the next approval writes new ones. */
export async function dropRows(tx: Tx, formIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('project_indicators').where('form_id', 'in', formIds).execute();
}
