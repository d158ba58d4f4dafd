import { expect } from 'vitest';

/*
 * Replaces vitest in the tests of the domain: `describe` and `it` store each test as a function that can run many times
 * in one process. Hooks and mocks are missing on purpose: a test that needs them is not a test of rules only, and fails
 * at its import.
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

/** It survives the reloading of modules. */
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
