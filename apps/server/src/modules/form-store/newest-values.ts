import { sql } from 'kysely';
import type { FormValues } from '@pimis/domain/forms/types';
import type { Database, Tx } from '../../platform/database.ts';
import { findRevision } from './revisions.ts';

/** Newest values of a form with their revision. */
export async function newestFormValues(
  db: Database | Tx,
  formId: number,
): Promise<{ revision: number; values: Record<string, unknown> } | null> {
  const newest = await findRevision(db, formId);
  return newest ? { revision: newest.revision, values: newest.input } : null;
}

/** The same of several forms, by the id of the form; one that nothing was saved in is missing. */
export async function newestValuesOfForms(
  db: Database | Tx,
  formIds: readonly number[],
): Promise<Map<number, { revision: number; values: FormValues }>> {
  const { rows } = await sql<{ formId: number; revision: number; values: FormValues }>`
    select asked.form_id as "formId", newest.revision, newest.input as values
    from unnest(${[...formIds]}::integer[]) as asked (form_id)
    cross join lateral (
      select revision, input from form_revisions where form_id = asked.form_id order by revision desc limit 1
    ) newest`.execute(db);
  return new Map(rows.map(({ formId, ...newest }) => [formId, newest]));
}
