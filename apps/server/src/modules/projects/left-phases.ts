import { PROJECT_STATUS } from '@pimis/domain/constants';
import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: when a project left a phase, which is a row of published.project_phases of this name. What is open beside the
 * phase in which a project ends is left with that one.
 */
export const leftAt = (phase: string): RawBuilder<Date | null> => sql`
  coalesce(${sql.ref(phase)}.closed_at, (
    select last.closed_at from published.projects ended
    join published.project_phases last on last.project_id = ended.id and last.phase = ended.phase
    where ended.id = ${sql.ref(phase)}.project_id and ended.status <> ${sql.lit(PROJECT_STATUS.pending)}))`;
