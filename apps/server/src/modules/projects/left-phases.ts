import { PROJECT_STATUS } from '@pimis/domain/constants';
import { PASSED_STATUSES } from '@pimis/domain/workflow/statuses';
import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: the time when a project left the phase in the row `phase` of published.project_phases. When a project ends, its
 * other open phases count as left together with its last one.
 */
export const leftAt = (phase: string): RawBuilder<Date | null> => sql`
  coalesce(${sql.ref(phase)}.closed_at, (
    select last.closed_at from published.projects ended
    join published.project_phases last on last.project_id = ended.id and last.phase = ended.phase
    where ended.id = ${sql.ref(phase)}.project_id and ended.status <> ${sql.lit(PROJECT_STATUS.pending)}))`;

/**
 * SQL: whether a project has passed a phase (a row of published.project_phases with this alias). The phase in which it
 * was stopped, cancelled or merged into another project has ended without being passed.
 */
export const isPassed = (phase: string): RawBuilder<boolean> => sql`
  (${sql.ref(phase)}.closed_at is not null
   and ${sql.ref(phase)}.status in (${sql.join(PASSED_STATUSES.map((status) => sql.lit(status)))}))`;
