import { sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import type { FormValues } from '@pimis/domain/forms/types';
import type { RevisionOf } from '@pimis/domain/public/approved-forms';
import { publicFormFacts } from '@pimis/domain/public/form-facts';
import { publicProject } from '@pimis/domain/public/public-project';
import { dayOf } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectApprovals, writeForms } from './public-forms.ts';
import { publicState, selectPublic, writePublic } from './public-projects.ts';

/**
 * Writes the public facts that a project would have if every awaited decision were an approval at this moment, and
 * nothing were withheld. The caller reads them in the same transaction and rolls it back, so that nothing is stored.
 */
export async function writePreview(tx: Tx, projectId: number, at: Date): Promise<void> {
  const { rows: approvals } = await selectApprovals([projectId], false).execute(tx);
  // A locked form waits for its approval, which also puts a corrected quarter or a plan into force.
  const { rows: waiting } = await sql<RevisionOf & { code: string; values: FormValues }>`
    select forms.id as "formId", newest.revision, forms.code, newest.input as values
    from published.project_forms forms
    join lateral (select revision, input from published.form_revisions revisions where revisions.form_id = forms.id
                  order by revision desc limit 1) newest on true
    where forms.project_id = ${projectId} and forms.status <> ${FORM_STATUS.unlocked}
      and not exists (select from public_forms known
                      where known.form_id = forms.id and known.revision = newest.revision)`.execute(tx);
  const upcoming = waiting.map(({ values, ...form }) => ({
    ...form,
    approvedAt: at.toISOString(),
    approvedOn: dayOf(at),
    facts: publicFormFacts(form.code, values),
  }));
  await writeForms(tx, [{ projectId, rows: [...approvals.flatMap(({ known }) => known), ...upcoming] }]);
  const { rows } = await selectPublic([projectId]).execute(tx);
  const [shown] = rows.map((row) => publicProject({ ...publicState(row).input, sinceIf: dayOf(at) }));
  if (shown) await writePublic(tx, [{ projectId, rows: [{ ...shown, withheld: false }] }]);
}
