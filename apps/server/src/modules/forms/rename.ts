import { FORM_STATUS } from '@pimis/domain/constants';
import { valuesForProject } from '@pimis/domain/forms/project-mapping';
import { getPath, setPath } from '@pimis/domain/forms/paths';
import type { AuditOrigin } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import { loadFacts } from '../workflow/project-facts.ts';
import { formData } from './form-data.ts';
import { computeAndValidate } from './compute-and-validate.ts';
import { addFormActivity, addNextRevision } from './form-change.ts';
import { revisionView } from './revision-view.ts';
import { findForm, findRevision } from '../form-store/revisions.ts';
import { definitionOf } from './read.ts';

/**
 * Writes the project's new name into the newest revision of the current phase's form, as a separate revision; otherwise
 * locking the form would restore the old name. Call it after the change of the project's row. Error:
 * RenamedProjectFormLocked if that form has another name and is not open.
 */
export async function renameInForm(
  context: Context,
  tx: Tx,
  user: CurrentUser,
  project: ProjectRecord,
  name: string,
  origin: AuditOrigin,
): Promise<void> {
  const facts = await loadFacts(context, tx, project);
  for (const { id } of facts.forms) {
    const form = await findForm(tx, project.id, id, { lock: true });
    const path = form && valuesForProject(form.code).name;
    if (!form || path === undefined) continue;
    const revision = await findRevision(tx, form.id);
    if (!revision || getPath(revision.input, path) === name) continue;
    if (form.status !== FORM_STATUS.unlocked) throw new ApiError('RenamedProjectFormLocked');
    const definition = definitionOf(form);
    const newest = revisionView(definition, revision);
    const data = await formData(context, tx, form);
    const merged = structuredClone(newest.input);
    setPath(merged, path, name);
    const { values, validation } = await computeAndValidate(context, tx, {
      definition,
      merged,
      data,
      facts,
      newest,
      stored: newest.input,
    });
    const work = { context, tx, user, project, facts, form, definition, newest, origin };
    const next = await addNextRevision(work, { values, data, validation });
    await addFormActivity(work, 'save', next);
  }
}
