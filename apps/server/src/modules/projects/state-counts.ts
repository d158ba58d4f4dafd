import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';

/**
 * Folds the rows that changes have left in `project_state_counts` into one for each state, and those in `project_tally_changes`
 * into `project_tallies`, where a term that no project has any more stays with 0. What others add meanwhile stays for the
 * next time; whoever reads adds up the same sum before, during and after.
 */
export async function compactStateCounts(context: Context): Promise<void> {
  await sql`
    with taken as (delete from project_state_counts returning *)
    insert into project_state_counts (status, phase, phase_status, foreign_funds, open_steps, projects)
    select status, phase, phase_status, foreign_funds, open_steps, sum(projects)
    from taken group by status, phase, phase_status, foreign_funds, open_steps
    having sum(projects) <> 0`.execute(context.db);
}
