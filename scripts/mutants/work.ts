import { join } from 'node:path';

/** The folder of a run's files, which are not part of the product. */
export const CACHE =
  process.env.PIMIS_MUTANTS_CACHE ?? join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'mutants');
export const WORK_FILE = join(CACHE, 'work.json');
export const RESULTS_FILE = join(CACHE, 'results.jsonl');

/** The last results of each file. */
export const OUTCOMES_FILE = join(CACHE, 'outcomes.json');

export interface Mutant {
  id: string;
  /** From the root of the repository. */
  file: string;
  line: number;
  mutator: string;
  original: string;
  replacement: string;
  /** Identifies the mutant even if other lines change. */
  key: string;
}

export interface Work {
  /** Instrumented text by file. */
  sources: Record<string, string>;
  mutants: Mutant[];
  /** Folders of the domain with these mutants: their tests run. */
  folders: string[];
  /** Mutants with a result. */
  done: string[];
}

export interface Judged {
  id: string;
  /** `endless` is one that did not return; a waiting test cannot be distinguished from a failing one otherwise. */
  state: 'begun' | 'killed' | 'survived' | 'not reached' | 'endless';
  /** The test that failed. */
  by: string | null;
  /** Milliseconds. */
  took?: number;
}
