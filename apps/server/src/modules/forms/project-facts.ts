import { carriedBy } from '@pimis/domain/forms/carry';
import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { getPath, setPath } from '@pimis/domain/forms/paths';
import type { FormValues } from '@pimis/domain/forms/types';
import { findFormDefinition } from '@pimis/domain/forms/registry';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Tx } from '../../platform/database.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import { addRevision, findForm, findRevision } from './queries.ts';
import { newestFormValues } from './values.ts';

interface FormStep {
  context: Context;
  tx: Tx;
  user: CurrentUser;
  project: ProjectRecord;
  facts: { forms: readonly { id: number }[] };
  input: { comment?: string | null };
}

/** From its settling on, foreignFunds says what the form said about EU funds; later only Admin or MEI change it. */
export async function settleForeignFunds({ tx, project, facts }: FormStep): Promise<void> {
  if (project.foreignFundsSettled) return;
  const form = facts.forms.at(-1);
  const newest = form ? await newestFormValues(tx, form.id) : null;
  await tx
    .updateTable('projects')
    .set({ foreign_funds: getPath(newest?.values, 'basic.euFunded') === 'Да', foreign_funds_settled: true })
    .where('id', '=', project.id)
    .execute();
}

/** The opinion that MEI gives is also written into the form, as an additional comment on the locked form. */
export async function writeMeiOpinion({ context, tx, user, project, facts, input }: FormStep): Promise<void> {
  const last = facts.forms.at(-1);
  const form = last ? await findForm(tx, project.id, last.id, { lock: true }) : undefined;
  const newest = form ? await findRevision(tx, form.id) : undefined;
  if (!form || !newest || !findFormDefinition(form.code, newest.definitionVersion)) return;
  const values = structuredClone(newest.input);
  setPath(values, 'opinions.mei', input.comment ?? undefined);
  await addRevision(tx, {
    formId: form.id,
    revision: newest.revision + 1,
    definitionVersion: newest.definitionVersion,
    input: values,
    data: newest.data,
    validation: newest.validation,
    user,
    at: context.now(),
  });
}

/**
 * What a lock carries over to the project: its name, proposer and total value; foreign funds once they are settled
 * and an Admin or MEI changed them.
 */
export async function carryToProject(
  tx: Tx,
  project: Pick<ProjectRecord, 'id' | 'phaseStatus' | 'foreignFundsSettled'>,
  code: string,
  values: FormValues,
  viewer: { admin: boolean; mei: boolean },
  now: Date,
): Promise<void> {
  const carried = carriedBy(code);
  const at = (path: string | undefined) => (path === undefined ? undefined : getPath(values, path));
  const [name, proposer, total] = [at(carried.name), at(carried.proposer), at(carried.total)];
  const answersFunds = getPath(values, 'basic.euFunded') !== undefined;
  // At 21 the idea stands with the minister of its proposer, who stays as it was sent.
  const proposerKnown =
    typeof proposer === 'string' && project.phaseStatus !== PHASE_STATUS.sentToMinister
      ? await isRegistered(tx, proposer)
      : false;
  await tx
    .updateTable('projects')
    .set({
      ...(typeof name === 'string' ? { name } : {}),
      ...(proposerKnown ? { proposer_organization_id: String(proposer) } : {}),
      ...(typeof total === 'string' ? { total_value: total } : {}),
      ...(project.foreignFundsSettled && answersFunds && (viewer.admin || viewer.mei)
        ? { foreign_funds: getPath(values, 'basic.euFunded') === 'Да' }
        : {}),
      last_changed_at: now,
    })
    .where('id', '=', project.id)
    .execute();
}

export async function isRegistered(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .where('status', '=', ORGANIZATION_STATUS.approved)
    .executeTakeFirst();
  return row !== undefined;
}
