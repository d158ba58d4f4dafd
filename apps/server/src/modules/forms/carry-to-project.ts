import { valuesForProject } from '@pimis/domain/forms/project-mapping';
import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { getPath, setPath } from '@pimis/domain/forms/paths';
import type { FormValues } from '@pimis/domain/forms/types';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { fieldAt } from '@pimis/domain/forms/labels';
import { isBlank } from '@pimis/domain/text/blank';
import { fromPlain } from '@pimis/markdown/from-plain';
import { PHASE } from '@pimis/domain/workflow/phases';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import { changeProject } from '../projects/changes.ts';
import { lastActivity } from '../projects/activities.ts';
import { addRevision, findForm, findRevision } from '../form-store/revisions.ts';
import { newestFormValues } from '../form-store/newest-values.ts';
import { YES } from '@pimis/domain/forms/answers';

/** The field that says whether a project has EU funds; every form of the preparation has it. */
const FUNDS = 'basic.euFunded';
/** The field for MEI's opinion, in every form that has EU funds. */
const OPINION = 'opinions.mei';
/** Steps of the system have no person. */
const NOBODY = { id: null, name: '' };

interface FormStep {
  context: Context;
  tx: Tx;
  user: Pick<CurrentUser, 'id' | 'name'> | null;
  project: ProjectRecord;
  facts: { forms: readonly { id: number }[] };
  input: { comment?: string | null };
}

type Funded = Pick<ProjectRecord, 'id' | 'phase' | 'foreignFunds' | 'foreignFundsSettled'>;

/** The answer is final once MEI has been asked, or after the phase that settles it. */
async function fundsAreFixed(tx: Tx, project: Funded): Promise<boolean> {
  if (!project.foreignFundsSettled) return false;
  return project.phase !== PHASE.idea || (await lastActivity(tx, project.id, 'sendToMei')) !== undefined;
}

/**
 * The form's answer about EU funds decides whether MEI is asked. If the minister returns an idea and it is approved
 * again, the answer is read again, until MEI has been asked; later only Admin or MEI can change it.
 */
export async function settleForeignFunds({ tx, project, facts, context }: FormStep): Promise<void> {
  if (await fundsAreFixed(tx, project)) return;
  const form = facts.forms.at(-1);
  const newest = form ? await newestFormValues(tx, form.id) : null;
  await changeProject(tx, project.id, {
    foreign_funds: getPath(newest?.values, FUNDS) === YES,
    foreign_funds_settled: true,
    last_changed_at: context.now(),
  });
}

/** Refuses a changed answer about EU funds from users who may no longer change it. */
export async function requireStandingFunds(
  tx: Tx,
  project: Funded,
  values: FormValues,
  stored: FormValues,
  viewer: { admin: boolean; mei: boolean },
): Promise<void> {
  if (viewer.admin || viewer.mei) return;
  const answer = getPath(values, FUNDS);
  if (answer === undefined || answer === getPath(stored, FUNDS)) return;
  if ((answer === YES) === project.foreignFunds || !(await fundsAreFixed(tx, project))) return;
  throw new ApiError('ForeignFundsSettled', { fieldErrors: [{ field: FUNDS, code: 'ForeignFundsSettled' }] });
}

/**
 * Adds MEI's opinion to the locked form, below MEI's existing text; if the opinion is already the last part of it, it
 * is not added again. Error: ValidationError if the field cannot hold both.
 */
export async function writeMeiOpinion({ context, tx, user, project, facts, input }: FormStep): Promise<void> {
  const last = facts.forms.at(-1);
  const form = last ? await findForm(tx, project.id, last.id, { lock: true }) : undefined;
  const newest = form ? await findRevision(tx, form.id) : undefined;
  if (!form || !newest) return;
  const definition = findFormDefinition(form.code, newest.definitionVersion);
  const most = definition && fieldAt(definition, OPINION)?.maxLength;
  if (most === undefined) return;
  const values = structuredClone(newest.input);
  const comment = input.comment ?? '';
  const written = getPath(values, OPINION);
  const before = typeof written === 'string' && !isBlank(written) ? written : null;
  const below = (opinion: string) => {
    if (before === null) return opinion;
    const isThere = before === opinion || before.endsWith(`\n\n${opinion}`);
    return isThere ? before : `${before}\n\n${opinion}`;
  };
  // Escaping Markdown signs can make it too long.
  const text = [fromPlain(comment), comment].map(below).find(({ length }) => length <= most);
  if (text === undefined) throw invalidFields({ comment: 'InvalidField' });
  setPath(values, OPINION, text);
  await addRevision(tx, {
    formId: form.id,
    revision: newest.revision + 1,
    definitionVersion: newest.definitionVersion,
    input: values,
    data: newest.data,
    validation: newest.validation,
    user: user ?? NOBODY,
    at: context.now(),
  });
}

/**
 * Copies values of a locked form to the project: name, proposer and total value; also foreign funds if they are settled
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
  const carried = valuesForProject(code);
  const at = (path: string | undefined) => (path === undefined ? undefined : getPath(values, path));
  const [name, proposer, total] = [at(carried.name), at(carried.proposer), at(carried.total)];
  const answersFunds = getPath(values, FUNDS) !== undefined;
  // At status 21 the idea is with the proposer's minister, so the proposer can no longer change.
  const proposerKnown =
    typeof proposer === 'string' && project.phaseStatus !== PHASE_STATUS.sentToMinister
      ? await isRegistered(tx, proposer)
      : false;
  await changeProject(tx, project.id, {
    ...(typeof name === 'string' ? { name } : {}),
    ...(proposerKnown ? { proposer_organization_id: String(proposer) } : {}),
    ...(typeof total === 'string' ? { total_value: total } : {}),
    ...(project.foreignFundsSettled && answersFunds && (viewer.admin || viewer.mei)
      ? { foreign_funds: getPath(values, FUNDS) === YES }
      : {}),
    last_changed_at: now,
  });
}

export async function isRegistered(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('published.organizations as organizations')
    .select('id')
    .where('id', '=', organizationId)
    .where('status', '=', ORGANIZATION_STATUS.approved)
    .executeTakeFirst();
  return row !== undefined;
}
