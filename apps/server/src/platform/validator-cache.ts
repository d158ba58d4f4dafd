/** Verdict as it is stored and answered (specification, "Revision entry"); Path is our addition. */
export interface StoredItem {
  StatusCode: { Code: string };
  Index: number;
  Path?: string;
}
export interface StoredValidation {
  Errors: StoredItem[];
  Warnings: StoredItem[];
}
