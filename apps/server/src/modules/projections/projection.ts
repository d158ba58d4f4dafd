import { isDeepStrictEqual } from 'node:util';
import type { Database, Tx } from '../../platform/database.ts';

/**
 * A fact that is kept because lists read it by set (docs/decisions/0250-projections.md). Everything that it says is
 * decided by `compute`, a pure function of the domain.
 */
export interface Projection<Input, Row> {
  name: string;
  /** One more whenever the result changes: a start with a newer version queues a rebuild. */
  version: number;
  /** Tables that it reads; `mark_projections.sql` marks their changes. */
  sources: readonly string[];
  /** Another projection that it reads the rows of. */
  follows?: string;
  /**
   * Reads what the rows of these projects follow from, in one statement. `anew`: also what is read only where it may
   * have changed. A project that does not exist is missing.
   */
  read(tx: Database | Tx, projectIds: readonly number[], anew: boolean): Promise<ProjectState<Input, Row>[]>;
  compute(input: Input): Row[];
  /** Replaces the rows of these projects, with one statement for what goes and one for what is written. */
  write(tx: Tx, changed: readonly ComputedRows<Row>[]): Promise<void>;
}

/** What a projection follows from, and its rows as they are kept, in the order of `compute`. */
export interface ProjectState<Input, Row> {
  projectId: number;
  input: Input;
  kept: Row[];
}

export interface ComputedRows<Row> {
  projectId: number;
  rows: Row[];
}

/** A projection whose types only it knows. */
export interface AnyProjection {
  name: string;
  version: number;
  sources: readonly string[];
  follows?: string | undefined;
  /** Computes and writes the rows of projects that the transaction has locked. Returns the projects whose rows changed. */
  bring(tx: Tx, projectIds: readonly number[], anew: boolean): Promise<number[]>;
}

/** Joins reading, computing and writing. Rows that stay the same are not written. */
export function projection<Input, Row>(record: Projection<Input, Row>): AnyProjection {
  return {
    name: record.name,
    version: record.version,
    sources: record.sources,
    follows: record.follows,
    bring: async (tx, projectIds, anew) => {
      const states = await record.read(tx, projectIds, anew);
      const changed = states.flatMap(({ projectId, input, kept }) => {
        const rows = record.compute(input);
        return isDeepStrictEqual(rows, kept) ? [] : [{ projectId, rows }];
      });
      if (changed.length > 0) await record.write(tx, changed);
      return changed.map(({ projectId }) => projectId);
    },
  };
}
