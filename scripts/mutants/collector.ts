import { expect } from 'vitest';

/*
 * Stands in for vitest in the tests of the domain while mutants are judged: `describe` and `it` keep each test as a function
 * that can be run again and again in one process. Hooks and mocks are missing on purpose: a test that needs them is not one
 * of rules alone, and fails here at its import.
 */

export { expect };

export interface CollectedTest {
  file: string;
  name: string;
  run: () => unknown;
}

interface Collection {
  /** The file whose tests are collected. */
  file: string;
  tests: CollectedTest[];
}

const holder = globalThis as typeof globalThis & { pimisCollection?: Collection };

/** Outlives modules that are loaded anew. */
export function collection(): Collection {
  holder.pimisCollection ??= { file: '', tests: [] };
  return holder.pimisCollection;
}

type Body = (...values: never[]) => unknown;

const rowsOf = (rows: readonly unknown[]) => rows.map((row) => (Array.isArray(row) ? (row as unknown[]) : [row]));

function addTest(name: string, body: Body, values: readonly unknown[] = []): void {
  const { file, tests } = collection();
  tests.push({ file, name, run: () => (body as (...all: unknown[]) => unknown)(...values) });
}

const each = (rows: readonly unknown[]) => (name: string, body: Body) => {
  for (const values of rowsOf(rows)) addTest(name, body, values);
};

const made = () => Object.assign((name: string, body: Body) => addTest(name, body), { each });

export const it = made();
export const test = made();
export const describe = (_name: string, body: () => void): void => body();
