import { sql } from 'kysely';
import type { ProjectHead } from '@pimis/contract/projects';
import type { Context } from '../../platform/context.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import type { ProjectRecord } from './visibility.ts';

/** The project in responses about a form (specification, `additionalInformation.project`). */
export async function formHeader(context: Context, project: ProjectRecord): Promise<ProjectHead> {
  const names = await context.db
    .selectFrom('projects')
    .innerJoin('published.organizations as owner', 'owner.id', 'projects.organization_id')
    .innerJoin('published.organizations as proposer', 'proposer.id', 'projects.proposer_organization_id')
    .innerJoin('project_phases as phases', (join) =>
      join.onRef('phases.project_id', '=', 'projects.id').onRef('phases.phase', '=', 'projects.phase'),
    )
    .select([
      'owner.name as organizationName',
      'proposer.name as proposerOrganizationName',
      'phases.id as projectPhaseId',
      sql<string>`projects.code::text`.as('code'),
    ])
    .where('projects.id', '=', project.id)
    .modifyFront(PREPARED)
    .executeTakeFirstOrThrow();
  return {
    ...names,
    name: project.name,
    nameFormJson: project.name,
    status: project.status,
    phase: project.phase,
    phaseStatus: project.phaseStatus,
    foreignFunds: project.foreignFunds,
    organizationId: project.organizationId,
  };
}
