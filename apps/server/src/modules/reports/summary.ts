import { sql } from 'kysely';
import type { ProjectSummary } from '@pimis/contract/projects';
import { decidedText } from '@pimis/domain/workflow/decided';
import { listInfo } from '@pimis/domain/workflow/lists';
import { PHASE } from '@pimis/domain/workflow/phases';
import type { Context } from '../../platform/context.ts';
import { dayOf } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import { decisionsOf } from '../lists/decisions.ts';
import { leftAt } from '../projects/left-phases.ts';
import { findProject } from '../projects/visibility.ts';
import { fundingOf } from './funding.ts';

interface Reporting {
  startedAt: Date | null;
  endedAt: Date | null;
  lastReport: { code: string; name: string; status: number; changedDate: string | null } | null;
}

/** When reporting on the project began and ended, and its newest report. */
async function reportingOf(db: Database, projectId: number): Promise<Reporting | undefined> {
  const reports = sql`(${sql.lit(PHASE.reporting)}, ${sql.lit(PHASE.correctionReporting)})`;
  const { rows } = await sql<Reporting>`
    select ${PREPARED}
      reporting.started_at as "startedAt", ${leftAt('reporting')} as "endedAt",
      (select json_build_object('code', forms.code, 'name', forms.name, 'status', forms.status, 'changedDate',
                (select max(created_at) from published.form_revisions where form_id = forms.id))
       from published.project_forms forms join published.project_phases phases on phases.id = forms.project_phase_id
       where forms.project_id = projects.id and phases.phase in ${reports}
       order by forms.id desc limit 1) as "lastReport"
    from published.projects
    left join published.project_phases reporting
      on reporting.project_id = projects.id and reporting.phase = ${sql.lit(PHASE.reporting)}
    where projects.id = ${projectId}::integer`.execute(db);
  return rows[0];
}

/** The most important current data of a project, shown first on its page. Error: NotFound. */
export async function readSummary(context: Context, user: CurrentUser, projectCode: string): Promise<ProjectSummary> {
  const project = await findProject(context.db, user, projectCode);
  const [funding, decisions, reporting] = await Promise.all([
    fundingOf(context.db, project.id),
    decisionsOf(context.db, project.id),
    reportingOf(context.db, project.id),
  ]);
  const decided = decisions.findLast(({ decision }) => decision !== null);
  return {
    value: funding.value ?? project.totalValue,
    origin: funding.origin,
    planned: funding.period,
    real: {
      start: reporting?.startedAt ? dayOf(reporting.startedAt) : null,
      end: reporting?.endedAt ? dayOf(reporting.endedAt) : null,
    },
    sources: funding.sources.map(({ source, amount, share }) => ({ source, amount, share })),
    realized: funding.total.realized,
    decision: decided
      ? {
          label: decidedText(decided.phase, decided.decision),
          date: decided.date,
          list: listInfo(decided.type).title,
          comment: decided.comment,
        }
      : null,
    lastReport: reporting?.lastReport ?? null,
  };
}
