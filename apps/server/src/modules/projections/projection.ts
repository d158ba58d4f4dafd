import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import type { EventBus } from '../../platform/event-bus.ts';

/**
 * A derived fact, stored so that lists can query it (docs/decisions/0250-projections.md). Its value is decided only by
 * `compute`, a pure function of the domain.
 */
export interface Projection<Selected, Input, Row> {
  name: string;
  /** Incremented whenever the code's result changes: a start with a newer version queues a rebuild. */
  version: number;
  /** Tables that it reads; `mark_projections.sql` marks their changes. */
  sources: readonly string[];
  /** Another projection whose rows this one reads. */
  follows?: string;
  /**
   * SQL: one row for each existing project of `projectIds`, with its id as `projectId` and the input of its facts. Rows
   * come as JSON. `anew`: also select input that is otherwise read only if it may have changed.
   */
  select(projectIds: readonly number[], anew: boolean): RawBuilder<Selected>;
  /** The input of `compute`, and the stored rows in the same order. */
  state(selected: Selected): { input: Input; kept: Row[] };
  compute(input: Input): Row[];
  /**
   * Replaces the rows of these projects, with one statement for removed rows and one for written rows. Changes that
   * other modules need go to `events`.
   */
  write(tx: Tx, changed: readonly ComputedRows<Row>[], events?: EventBus): Promise<void>;
}

export interface ComputedRows<Row> {
  projectId: number;
  rows: Row[];
}

/** A row that a projection has selected, which only that one can read. */
export type SelectedRow = { projectId: number };

/** A projection whose types only it knows. */
export interface AnyProjection {
  name: string;
  version: number;
  sources: readonly string[];
  follows?: string | undefined;
  select(projectIds: readonly number[], anew: boolean): RawBuilder<unknown>;
  /** The projects of these rows whose stored rows differ from the computed ones. */
  differing(selected: readonly SelectedRow[]): number[];
  /**
   * Computes the rows of projects that the transaction has locked, and writes those that changed. Returns their
   * projects.
   */
  bring(tx: Tx, selected: readonly SelectedRow[], events?: EventBus): Promise<number[]>;
}

/** Combines computing and writing. Unchanged rows are not written. */
export function projection<Selected extends SelectedRow, Input, Row>(
  record: Projection<Selected, Input, Row>,
): AnyProjection {
  // Safe: the rows come from the statement of this projection.
  const changes = (selected: readonly SelectedRow[]) =>
    (selected as readonly Selected[]).flatMap((row) => {
      const { input, kept } = record.state(row);
      const rows = record.compute(input);
      return isDeepStrictEqual(rows, kept) ? [] : [{ projectId: row.projectId, rows }];
    });
  return {
    name: record.name,
    version: record.version,
    sources: record.sources,
    follows: record.follows,
    select: (projectIds, anew) => record.select(projectIds, anew),
    differing: (selected) => changes(selected).map(({ projectId }) => projectId),
    bring: async (tx, selected, events) => {
      const changed = changes(selected);
      if (changed.length > 0) await record.write(tx, changed, events);
      return changed.map(({ projectId }) => projectId);
    },
  };
}

/** The projects that one projection has to compute. */
export interface Wanted {
  record: Pick<AnyProjection, 'name' | 'select'>;
  projectIds: readonly number[];
  anew: boolean;
}

/** Selects the input of several projections in one statement; returns it by the name of the projection. */
export async function selectStates(
  db: Database | Tx,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, SelectedRow[]>> {
  const { rows } = await sql<{ name: string; row: SelectedRow }>`${PREPARED} ${sql.join(
    wanted.map(
      ({ record, projectIds, anew }) =>
        sql`(select ${sql.lit(record.name)} as name, row_to_json(own) as row from (${record.select(projectIds, anew)}) own)`,
    ),
    sql` union all `,
  )}`.execute(db);
  return Map.groupBy(
    rows.map(({ name, row }) => ({ ...row, name })),
    ({ name }) => name,
  );
}
