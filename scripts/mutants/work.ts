import { join } from 'node:path';

/** Where a run keeps its files; nothing of it is part of the product. */
export const CACHE =
  process.env.PIMIS_MUTANTS_CACHE ?? join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'mutants');
export const WORK_FILE = join(CACHE, 'work.json');
export const RESULTS_FILE = join(CACHE, 'results.jsonl');

/** What was found of each file when it was last judged. */
export const OUTCOMES_FILE = join(CACHE, 'outcomes.json');

export interface Mutant {
  id: string;
  /** From the root of the repository. */
  file: string;
  line: number;
  mutator: string;
  original: string;
  replacement: string;
  /** Names the mutant through changes of other lines. */
  key: string;
}

export interface Work {
  /** Instrumented text by file. */
  sources: Record<string, string>;
  mutants: Mutant[];
  /** Folders of the domain that the mutants are in: their tests judge them. */
  folders: string[];
  /** Mutants that were judged already. */
  done: string[];
}

export interface Judged {
  id: string;
  /** `endless` is one that did not come back; nothing else tells a test that waits from one that fails. */
  state: 'begun' | 'killed' | 'survived' | 'not reached' | 'endless';
  /** The test that failed. */
  by: string | null;
  /** Milliseconds. */
  took?: number;
}
