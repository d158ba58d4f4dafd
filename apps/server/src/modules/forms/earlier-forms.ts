import { sql } from 'kysely';
import type { EarlierForm, FormImport } from '@pimis/contract/forms';
import { visibleFormValues } from '@pimis/domain/forms/access';
import { EARLIER_FORMS_SHOWN, mayStartFromEarlier, startFromEarlier } from '@pimis/domain/forms/earlier-form';
import { parseFormValues } from '@pimis/domain/forms/parse';
import { setPath } from '@pimis/domain/forms/paths';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { searchCondition } from '../../platform/lists/search.ts';
import { findRevision } from '../form-store/revisions.ts';
import { visibleProjects } from '../projects/visibility.ts';
import { judgeForEditor, openForEditing } from './import.ts';
import { definitionOf } from './read.ts';
import { revisionView } from './revision-view.ts';

interface Kind {
  code: string;
  /** The body whose projects are searched, and the project that is left out. */
  organizationId: string;
  projectId: number;
}

/** Saved forms of a kind in other projects of a body that the user may see. */
function savedForms({ db }: Context, user: CurrentUser, { code, organizationId, projectId }: Kind) {
  return db
    .selectFrom('published.project_forms as forms')
    .innerJoin('published.projects as projects', 'projects.id', 'forms.project_id')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('published.form_revisions as revisions')
          .select('revisions.created_at')
          .whereRef('revisions.form_id', '=', 'forms.id')
          .orderBy('revisions.revision', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .where('forms.code', '=', code)
    .where('projects.organization_id', '=', organizationId)
    .where('projects.id', '<>', projectId)
    .where(visibleProjects(user));
}

/** The latest saved forms that can be copied into a new one, found by words of their project's code and name. */
export async function earlierForms(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  formId: number,
  search = '',
): Promise<EarlierForm[]> {
  const { form, project } = await openForEditing(context, user, projectCode, formId);
  if (!mayStartFromEarlier(form.code)) return [];
  let query = savedForms(context, user, { ...project, code: form.code, projectId: project.id })
    .select([
      'forms.id',
      'forms.status',
      sql<string>`projects.code::text`.as('projectCode'),
      'projects.name as projectName',
      'newest.created_at as savedAt',
    ])
    .orderBy('forms.id', 'desc')
    .limit(EARLIER_FORMS_SHOWN);
  if (search.trim() !== '') query = query.where(searchCondition(sql`projects.search_key`, search));
  const rows = await query.execute();
  return rows.map(({ savedAt, ...row }) => ({ ...row, date: savedAt.toISOString() }));
}

/** Removes values that the form does not have, because the earlier form may have another version. */
function readable(definition: FormDefinition, values: FormValues): FormValues {
  const parsed = parseFormValues(definition, values);
  if (parsed.ok) return parsed.values;
  for (const { path } of parsed.problems) setPath(values, path.replace(/\[.*$/, ''), undefined);
  const again = parseFormValues(definition, values);
  return again.ok ? again.values : {};
}

/**
 * Values of an earlier form as the start of this one, validated as a save would be. Nothing is saved. Error: NotFound.
 */
export async function copyEarlierForm(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  formId: number,
  earlierFormId: number,
): Promise<FormImport> {
  const opened = await openForEditing(context, user, projectCode, formId);
  const { definition, data, form, project, stored, viewer } = opened;
  const kind = { ...project, code: form.code, projectId: project.id };
  const found =
    mayStartFromEarlier(form.code) &&
    (await savedForms(context, user, kind)
      .select(['forms.id', sql<string>`projects.code::text`.as('projectCode')])
      .where('forms.id', '=', earlierFormId)
      .executeTakeFirst());
  const revision = found && (await findRevision(context.db, found.id));
  if (!found || !revision) throw new ApiError('NotFound');
  const own = definitionOf({ code: form.code, definitionVersion: revision.definitionVersion });
  const values = visibleFormValues(own, revisionView(own, revision).input, viewer);
  const rate = (data.exchangeRate as { rate?: string } | undefined)?.rate;
  const started = startFromEarlier(definition, stored, { definition: own, values }, rate);
  return {
    ...(await judgeForEditor(context, opened, readable(definition, started))),
    otherProject: found.projectCode,
  };
}
