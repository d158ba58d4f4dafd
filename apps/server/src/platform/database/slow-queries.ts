import { CompiledQuery, type Kysely, type LogEvent } from 'kysely';

/** A slow statement, with PostgreSQL's plan if it could be read. */
export interface SlowQuery {
  sql: string;
  ms: number;
  plan: string | null;
}

/**
 * Reports statements that take longer than a limit. Plans are requested afterwards, one at a time, without parameter
 * values, so that user input does not reach the log.
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

  /** Reports slow statements to `report` from now on and requests plans from `db`. */
  reportTo<Tables>(db: Kysely<Tables>, report: (query: SlowQuery) => void): void {
    this.db = db as unknown as Kysely<never>;
    this.report = report;
  }

  observe({ query, queryDurationMillis: ms }: LogEvent): void {
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
      // The statement is reported even without a plan.
      return null;
    } finally {
      this.asking = false;
    }
  }
}

const EXPLAIN = 'explain (generic_plan) ';
const PLANNED = /^\s*(select|with|insert|update|delete)\b/i;
