/** Verdict as it is stored and answered (specification, "Revision entry"); Path is our addition. */
export interface CachedSchema {
  StatusCode: { Code: string };
  Index: number;
  Path?: string;
}
export interface CachedValidator {
  Errors: CachedSchema[];
  Warnings: CachedSchema[];
}
