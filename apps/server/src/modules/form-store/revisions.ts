import { sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import type { FormCode } from '@pimis/domain/forms/titles';
import type { RevisionEntry } from '@pimis/contract/forms';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { StoredValidationResult } from '../../platform/database/stored-validation-result.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';

export interface FormRecord {
  id: number;
  projectId: number;
  projectPhaseId: number;
  phase: number;
  code: string;
  definitionVersion: number;
  name: string;
  ordinal: number;
  status: number;
  mandatory: boolean;
  evaluatorOrganizationId: string | null;
  evaluatorOrganizationName: string | null;
  fixed: Record<string, unknown>;
  mark: Record<string, unknown> | null;
  /** When the marks were frozen. */
  markedAt: Date | null;
  lockedBy: string | null;
}

/** A form of the project; locked for change on request. */
export async function findForm(
  db: Database | Tx,
  projectId: number,
  formId: number,
  options: { lock?: boolean } = {},
): Promise<FormRecord | undefined> {
  let query = db
    .selectFrom('project_forms')
    .innerJoin('published.project_phases as project_phases', 'project_phases.id', 'project_forms.project_phase_id')
    .leftJoin('published.users as users', 'users.id', 'project_forms.locked_by')
    .leftJoin('published.organizations as evaluator', 'evaluator.id', 'project_forms.evaluator_organization_id')
    .select([
      'project_forms.id',
      'project_forms.project_id as projectId',
      'project_forms.project_phase_id as projectPhaseId',
      'project_phases.phase',
      'project_forms.code',
      'project_forms.definition_version as definitionVersion',
      'project_forms.name',
      'project_forms.ordinal',
      'project_forms.status',
      'project_forms.mandatory',
      'project_forms.evaluator_organization_id as evaluatorOrganizationId',
      'evaluator.name as evaluatorOrganizationName',
      'project_forms.fixed',
      'project_forms.mark',
      'project_forms.marked_at as markedAt',
      'users.name as lockedBy',
    ])
    .where('project_forms.project_id', '=', projectId)
    .where('project_forms.id', '=', formId)
    .modifyFront(PREPARED);
  if (options.lock) query = query.forUpdate(['project_forms']);
  return query.executeTakeFirst();
}

export interface RevisionRecord {
  revision: number;
  definitionVersion: number;
  input: Record<string, unknown>;
  data: Record<string, unknown>;
  validation: StoredValidationResult;
  userName: string;
  createdAt: Date;
}

/** One revision, or the newest. */
export async function findRevision(
  db: Database | Tx,
  formId: number,
  revision?: number,
): Promise<RevisionRecord | undefined> {
  let query = db
    .selectFrom('form_revisions')
    .select([
      'revision',
      'definition_version as definitionVersion',
      'input',
      'data',
      'validation',
      'user_name as userName',
      'created_at as createdAt',
    ])
    .where('form_id', '=', formId)
    .orderBy('revision', 'desc')
    .limit(1);
  if (revision !== undefined) query = query.where('revision', '=', revision);
  return query.executeTakeFirst();
}

/** All revisions of a form without their values, newest first. */
export async function listRevisions(db: Database | Tx, formId: number): Promise<RevisionEntry[]> {
  const rows = await db
    .selectFrom('form_revisions')
    .select(['revision', 'definition_version', 'user_name', 'created_at', 'validation'])
    .where('form_id', '=', formId)
    .orderBy('revision', 'desc')
    .execute();
  return rows.map((row) => ({
    revision: row.revision,
    last_changed_date: row.created_at.toISOString(),
    last_changed_user_name: row.user_name,
    validation: row.validation,
    definitionVersion: row.definition_version,
  }));
}

export async function addRevision(
  tx: Tx,
  entry: {
    formId: number;
    revision: number;
    definitionVersion: number;
    input: unknown;
    data: unknown;
    validation: StoredValidationResult;
    /** Null for a user of the earlier system. */
    user: { id: number | null; name: string };
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('form_revisions')
    .values({
      form_id: entry.formId,
      revision: entry.revision,
      definition_version: entry.definitionVersion,
      input: JSON.stringify(entry.input),
      data: JSON.stringify(entry.data),
      validation: JSON.stringify(entry.validation),
      user_id: entry.user.id,
      user_name: entry.user.name,
      created_at: entry.at,
    })
    .execute();
}

/** Records the documents that the newest values of a form name, so that these documents cannot be deleted. */
export async function replaceFormDocuments(tx: Tx, formId: number, documentIds: number[]): Promise<void> {
  await tx.deleteFrom('form_documents').where('form_id', '=', formId).execute();
  if (documentIds.length === 0) return;
  await tx
    .insertInto('form_documents')
    .values(documentIds.map((id) => ({ form_id: formId, document_id: id })))
    .execute();
}

export interface NewestValues {
  projectId: number;
  code: string;
  formId: number;
  revision: number;
  /** The version of the definition with which the revision was saved. */
  definitionVersion: number;
  values: Record<string, unknown>;
}

/** For each project and code, the newest values of the newest form; only approved forms on request. */
export async function newestValues(
  db: Database | Tx,
  projectIds: readonly number[],
  codes: readonly FormCode[],
  options: { approvedOnly: boolean },
): Promise<NewestValues[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<NewestValues>`
    select distinct on (forms.project_id, forms.code) forms.project_id as "projectId", forms.code,
           forms.id as "formId", revisions.revision, revisions.definition_version as "definitionVersion",
           revisions.input as values
    from project_forms forms
    join lateral (
      select revision, definition_version, input from form_revisions
      where form_id = forms.id order by revision desc limit 1
    ) revisions on true
    where forms.project_id = any(${[...projectIds]}::integer[]) and forms.code = any(${[...codes]}::text[])
      and (not ${options.approvedOnly} or forms.status = ${sql.lit(FORM_STATUS.approved)})
    order by forms.project_id, forms.code, forms.ordinal desc`.execute(db);
  return rows;
}
