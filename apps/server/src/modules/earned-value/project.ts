import { sql } from 'kysely';
import type { ProjectProgress } from '@pimis/contract/portfolio/progress';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { figuresHoldOn, HAS_FIGURES } from '../project-list/measured.ts';
import { findProject } from '../projects/visibility.ts';
import { figuresOf, type Sums } from './figures.ts';

/** Earned value of one project today, also of one that is stopped. Error: NotFound for a project that the user does not see. */
export async function readProjectProgress(context: Context, user: CurrentUser, code: string): Promise<ProjectProgress> {
  const { id } = await findProject(context.db, user, code);
  const { rows } = await sql<Sums & { year: number; quarter: number }>`
    select measured.year, measured.quarter, measured.bac::numeric(24, 2)::text as bac,
           measured.pv::numeric(24, 2)::text as pv, measured.ev::numeric(24, 2)::text as ev,
           measured.ac::numeric(24, 2)::text as ac
    from (select ${id}::integer as id) projects
    join published.earned_values measured on ${figuresHoldOn(today(context))} and ${HAS_FIGURES}`.execute(context.db);
  const [row] = rows;
  if (!row) return { measured: null };
  const { year, quarter, ...sums } = row;
  return { measured: { quarter: { year, quarter }, ...figuresOf(sums) } };
}
