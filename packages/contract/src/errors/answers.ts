/** Answers by their stable name: number, HTTP status and both texts. */
export type Answers = Record<string, { code: number; http: number; sr: string; en: string }>;
