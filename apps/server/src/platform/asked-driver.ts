import type pg from 'pg';

type Query = (...parts: unknown[]) => unknown;

const isSubmitted = (asked: unknown): boolean =>
  typeof asked === 'object' && asked !== null && 'submit' in asked && typeof asked.submit === 'function';

/**
 * How a connection is asked: as by its own `query`, but where that would answer with a promise, it is given a function to
 * call, and what it throws at once the promise is rejected with. For a promise of its own the driver writes a function into
 * a field of the query, and V8 lays such a function among the old values: it remains, with the rows that the promise was
 * answered with, until these are looked through (docs/decisions/0137-old-values.md).
 */
export function askingDriver(client: pg.PoolClient): Query {
  // The driver's own, looked up at each call: tests listen to it.
  const driver = Object.getPrototypeOf(client) as object;
  const send = (...parts: unknown[]): unknown => Reflect.apply(Reflect.get(driver, 'query') as Query, client, parts);
  return (asked, values, ...more) => {
    if (isSubmitted(asked) || [values, ...more].some((part) => typeof part === 'function')) {
      return send(asked, values, ...more);
    }
    return new Promise((done, fail) => {
      send(asked, values, (error: Error | null, result: unknown) => (error ? fail(error) : done(result)));
    });
  };
}
