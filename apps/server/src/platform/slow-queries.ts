import { CompiledQuery, type Kysely, type LogEvent } from 'kysely';

/** A statement that took its time, with the plan that PostgreSQL makes for it, when it could be asked. */
export interface SlowQuery {
  sql: string;
  ms: number;
  plan: string | null;
}

/**
 * Tells of statements that take longer than a bound. The plan is asked for afterwards and beside the work, one at a time,
 * and for parameters without their values: what people typed does not go into a log.
 */
export class SlowQueries {
  private readonly bound: number;
  private db: Kysely<never> | null = null;
  private report: (query: SlowQuery) => void = () => undefined;
  private asking = false;

  /** `bound` in milliseconds. */
  constructor(bound: number) {
    this.bound = bound;
  }

  /** From now on slow statements are told to `report`; plans are asked of `db`. */
  tell<Tables>(db: Kysely<Tables>, report: (query: SlowQuery) => void): void {
    this.db = db as unknown as Kysely<never>;
    this.report = report;
  }

  hear({ query, queryDurationMillis: ms }: LogEvent): void {
    if (ms < this.bound || query.sql.startsWith(EXPLAIN)) return;
    void this.planOf(query.sql).then((plan) => this.report({ sql: query.sql, ms: Math.round(ms), plan }));
  }

  private async planOf(text: string): Promise<string | null> {
    if (!this.db || this.asking || !PLANNED.test(text)) return null;
    this.asking = true;
    try {
      const { rows } = await this.db.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(EXPLAIN + text));
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } catch {
      // The statement is told of all the same.
      return null;
    } finally {
      this.asking = false;
    }
  }
}

const EXPLAIN = 'explain (generic_plan) ';
const PLANNED = /^\s*(select|with|insert|update|delete)\b/i;
