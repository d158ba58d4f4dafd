/** Mutants that no test tells from the code, or need not, with the reason. The keys are those of the report. */
export interface Kept {
  reason: string;
  mutants: readonly string[];
}

export const KEPT: readonly Kept[] = [];
