import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ProjectCodeSchema } from '@pimis/contract/projects';
import { isDay } from '@pimis/domain/dates/dates';
import { PROJECT_NAME_MAX } from '@pimis/domain/projects/project-name';
import { normalText } from '@pimis/domain/text/normal';
import { PHASE, pathOf } from '@pimis/domain/workflow/phases';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { isDatabaseError, type Tx, UNIQUE_VIOLATION } from '../../../platform/database/database.ts';
import { Refused } from '../../../platform/process/refused.ts';
import { importLegacyForm } from '../../forms/legacy-form.ts';
import { addActivities } from '../../projects/activities.ts';
import { refreshOpenSteps } from '../../workflow/open-steps.ts';
import { enteredState, enterPhase } from '../../workflow/phase-entry.ts';
import { checkProjectName } from '../creation.ts';
import { addProject, changePhase, changeProject } from '../../projects/changes.ts';

const closed = { additionalProperties: false };
const Organization = Type.String({ pattern: '^\\d{5}$' });
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** A project of the earlier system with the PIF version of its form. */
export const OlderProjectSchema = Type.Object(
  {
    code: ProjectCodeSchema,
    name: Type.String({ minLength: 5, maxLength: PROJECT_NAME_MAX }),
    type: Type.Integer({ minimum: 1, maximum: 3 }),
    sector: Type.Integer({ minimum: 1, maximum: 6 }),
    organizationId: Organization,
    proposerOrganizationId: Organization,
    createdDate: Day,
    form: Type.Object(
      {
        code: Type.String({ pattern: '^1-5-[0-4]$' }),
        /** 1 draft, 2 created, 3 accepted (docs/forms.md, D4). */
        state: Type.Integer({ minimum: 1, maximum: 3 }),
        /** The oldest first; values stay unchanged, including those that the version does not know. */
        revisions: Type.Array(
          Type.Object(
            {
              userName: Type.String({ minLength: 1, maxLength: 200 }),
              date: Day,
              values: Type.Record(Type.String(), Type.Unknown()),
            },
            closed,
          ),
          { minItems: 1, maxItems: 1000 },
        ),
      },
      closed,
    ),
  },
  closed,
);
export type OlderProject = Static<typeof OlderProjectSchema>;

const validator = Compile(OlderProjectSchema);

const ACCEPTED = 3;
const APPROVED = 4;

/** Checks whether a project can be taken over. Error: all faults, place by place. */
export function checkOlderProject(value: unknown): OlderProject {
  if (validator.Check(value)) {
    const days = [value.createdDate, ...value.form.revisions.map(({ date }) => date)];
    const wrong = days.filter((day) => !isDay(day));
    if (wrong.length > 0) throw new Error(`no such day: ${wrong.join(', ')}`);
    return { ...value, name: checkProjectName(normalText(value.name) ?? '') };
  }
  const problems = validator.Errors(value).map(({ instancePath, keyword, message }) => {
    // The pattern itself would not help a person.
    return `${instancePath || '/'} ${keyword === 'pattern' ? 'is not written as it must be' : message}`;
  });
  throw new Error(problems.join('; '));
}

/**
 * Takes over projects of the earlier system, all or none (docs/decisions/0019-earlier-projects.md): each starts in
 * project identification with its older form, or in the next phase if that form was accepted. Error: Refused if an
 * organization is not registered, or a project already has a code.
 */
export async function takeOver(
  context: Context,
  projects: readonly OlderProject[],
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const named = [...new Set(projects.flatMap((project) => [project.organizationId, project.proposerOrganizationId]))];
    const { rows: missing } = await sql<{ id: string }>`
      select id from unnest(${named}::text[]) as id
      where not exists (select 1 from published.organizations
                        where organizations.id = id.id and organizations.status = ${ORGANIZATION_STATUS.approved})`.execute(
      tx,
    );
    if (missing.length > 0) {
      throw new Refused(`Organizations that are not registered: ${missing.map(({ id }) => id).join(', ')}`);
    }
    for (const project of projects) {
      try {
        await takeOverOne(context, tx, project, origin);
      } catch (error) {
        if (isDatabaseError(error, UNIQUE_VIOLATION, 'projects_code_key')) {
          throw new Refused(`${project.code}: a project has this code already`, { cause: error });
        }
        throw new Error(`${project.code}: ${(error as Error).message}`, { cause: error });
      }
    }
  });
}

async function takeOverOne(context: Context, tx: Tx, older: OlderProject, origin: AuditOrigin): Promise<void> {
  const now = context.now();
  const kind = { type: older.type, important: false, migrated: true };
  const [first = PHASE.projectIdentification, second = PHASE.plan] = pathOf(kind);
  const project = {
    code: older.code,
    name: older.name,
    organization_id: older.organizationId,
    proposer_organization_id: older.proposerOrganizationId,
    type: older.type,
    sector: older.sector,
    important: false,
    migrated: true,
    phase: first,
    created_at: new Date(older.createdDate),
  };
  const id = await addProject(tx, project, now);
  await addActivities(tx, await enterPhase(context, tx, [id], first, null, { code: older.form.code }));
  const { projectPhaseId } = await importLegacyForm(context, tx, id, older.form);
  if (older.form.state === ACCEPTED) {
    await changePhase(tx, projectPhaseId, { status: APPROVED, closed_at: now });
    await addActivities(tx, await enterPhase(context, tx, [id], second, null));
    await changeProject(tx, id, enteredState(second, now));
  }
  await refreshOpenSteps(context, tx, [id]);
  await audit(tx, origin, {
    operation: 'project.takeOver',
    subjectType: 'project',
    subjectId: id,
    organizationId: older.organizationId,
    detail: {
      code: older.code,
      before: null,
      after: { form: older.form.code, revisions: older.form.revisions.length },
    },
  });
}
