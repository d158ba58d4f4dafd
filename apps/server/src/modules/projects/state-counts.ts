import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';

/**
 * Merges the rows that changes added to `project_state_counts` into one for each state; the sums that readers see stay
 * the same.
 */
export async function compactStateCounts(context: Context): Promise<void> {
  await sql`
    with taken as (delete from project_state_counts returning *)
    insert into project_state_counts (status, phase, phase_status, foreign_funds, open_steps, projects)
    select status, phase, phase_status, foreign_funds, open_steps, sum(projects)
    from taken group by status, phase, phase_status, foreign_funds, open_steps
    having sum(projects) <> 0`.execute(context.db);
}
