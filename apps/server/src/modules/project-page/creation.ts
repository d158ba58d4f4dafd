import { sql } from 'kysely';
import type { CreateProject } from '@pimis/contract/projects';
import { codesLike } from '@pimis/domain/projects/proposed-code';
import { isProjectName } from '@pimis/domain/projects/project-name';
import { cleanLine } from '@pimis/domain/text/unseen';
import { can } from '@pimis/domain/access/policies';
import { startPhase } from '@pimis/domain/workflow/phases';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { type Database, isDatabaseError, UNIQUE_VIOLATION } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { addActivities } from '../projects/activities.ts';
import { refreshOpenSteps } from '../workflow/open-steps.ts';
import { enterPhase } from '../workflow/phase-entry.ts';
import { addProject } from '../projects/changes.ts';

/** The name as it is stored. Error: ValidationError. */
export function checkProjectName(name: string): string {
  const clean = cleanLine(name);
  if (!isProjectName(clean)) throw invalidFields({ name: 'InvalidField' });
  return clean;
}

/** The first variant of a working name that no project in any state has; the given name if all are taken. */
export async function freeCode(db: Database, code: string): Promise<string> {
  const proposals = codesLike(code);
  const { rows } = await sql<{ code: string }>`
    select proposed.code from unnest(${proposals}::text[]) with ordinality as proposed (code, place)
    where not exists (select from published.projects where projects.code = proposed.code::citext)
    order by proposed.place limit 1`.execute(db);
  return rows[0]?.code ?? code;
}

/**
 * Creates a project in its starting phase with that phase's form.
 * Errors: NotAllowedCreateProject, InvalidUserPermission (important), TranExistsProjectCode.
 */
export async function createProject(
  context: Context,
  user: CurrentUser,
  input: CreateProject,
  origin: AuditOrigin,
): Promise<string> {
  const own = { organizationId: user.organizationId, important: input.important };
  if (!can(user, 'project.create', own)) throw new ApiError('NotAllowedCreateProject');
  if (input.important && !can(user, 'project.setImportant', own)) throw new ApiError('InvalidUserPermission');
  const name = input.name === undefined ? input.code : checkProjectName(input.name);
  const now = context.now();
  try {
    return await context.db.transaction().execute(async (tx) => {
      const phase = startPhase({ type: input.type, important: input.important });
      const project = {
        code: input.code,
        name,
        organization_id: user.organizationId,
        proposer_organization_id: user.organizationId,
        type: input.type,
        sector: input.sector,
        important: input.important,
        phase,
        created_by: user.id,
        created_at: now,
      };
      const id = await addProject(tx, project, now);
      await addActivities(tx, await enterPhase(context, tx, [id], phase, user));
      await refreshOpenSteps(context, tx, [id]);
      await audit(tx, origin, {
        operation: 'project.create',
        subjectType: 'project',
        subjectId: id,
        organizationId: user.organizationId,
        detail: { code: input.code, before: null, after: { ...input } },
      });
      return input.code;
    });
  } catch (error) {
    if (isDatabaseError(error, UNIQUE_VIOLATION, 'projects_code_key')) {
      throw new ApiError('TranExistsProjectCode', {
        fieldErrors: [{ field: 'code', code: 'TranExistsProjectCode' }],
        cause: error,
      });
    }
    throw error;
  }
}
