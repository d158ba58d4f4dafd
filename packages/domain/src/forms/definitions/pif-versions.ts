/** Versions of the full PIF, 1-5-0 to 1-5-5 (docs/forms.md, D4). */
export const PIF_VERSIONS = [0, 1, 2, 3, 4, 5] as const;
export type PifVersion = (typeof PIF_VERSIONS)[number];
