/** A validation result as stored and returned (specification, "Revision entry"); Path is our addition. */
export interface CachedSchema {
  StatusCode: { Code: string };
  Index: number;
  Path?: string;
}
export interface CachedValidator {
  Errors: CachedSchema[];
  Warnings: CachedSchema[];
}
