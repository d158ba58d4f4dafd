import { sql } from 'kysely';
import type { ProjectProgress } from '@pimis/contract/portfolio/progress';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { figuresHoldOn, HAS_FIGURES } from '../project-list/measured.ts';
import { findProject } from '../projects/visibility.ts';
import { figuresOf, type Sums } from './figures.ts';

/** Figures, with the quarter of the newest report. */
export type Measured = NonNullable<ProjectProgress['measured']>;

/** Earned value today of the measured projects among these, by id. The caller has checked that the user sees them. */
export async function measuredToday(
  context: Context,
  db: Database,
  projectIds: readonly number[],
): Promise<Map<number, Measured>> {
  const { rows } = await sql<Sums & { id: number; year: number; quarter: number }>`
    select projects.id, measured.year, measured.quarter, measured.bac::numeric(24, 2)::text as bac,
           measured.pv::numeric(24, 2)::text as pv, measured.ev::numeric(24, 2)::text as ev,
           measured.ac::numeric(24, 2)::text as ac
    from unnest(${[...projectIds]}::integer[]) as projects (id)
    join published.earned_values measured on ${figuresHoldOn(today(context))} and ${HAS_FIGURES}`.execute(db);
  return new Map(
    rows.map(({ id, year, quarter, ...sums }) => [id, { quarter: { year, quarter }, ...figuresOf(sums) }]),
  );
}

/** Earned value of one project today, even if it is stopped. Error: NotFound if the user does not see the project. */
export async function readProjectProgress(context: Context, user: CurrentUser, code: string): Promise<ProjectProgress> {
  const { id } = await findProject(context.db, user, code);
  return { measured: (await measuredToday(context, context.db, [id])).get(id) ?? null };
}
