import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/** Stands in a statement for a value that is given with each call. */
class Given {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

const anyGiven = <Values extends object>() => new Proxy({}, { get: (_, name) => new Given(name) }) as Values;

/**
 * A statement of each call, whose text is always the same: it is put together and written once, with what stands for its
 * values, and these are given with each call. To put one together takes as long as a tenth of what else a call does.
 */
export function writtenOnce<Values extends object, Row>(
  write: (db: Database, given: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  let written: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    written ??= write(db, anyGiven<Values>()).compile();
    const parameters = written.parameters.map((value) =>
      value instanceof Given ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...written, parameters })).rows;
  };
}
