/** Codes of forms that rules refer to: plan and quarters, each with its correction. */
export const FORM_CODE = {
  plan: 'plan',
  correction: 'korekcija',
  quarterlyReport: 'kvartalni',
  quarterlyCorrection: 'kvartalni-korekcija',
} as const;

/** Codes of the project identification form, the present one first. */
export const PIF_CODES = ['1-5-5', '1-5-4', '1-5-3', '1-5-2', '1-5-1', '1-5-0'] as const;

export const isPif = (code: string): boolean => PIF_CODES.some((one) => one === code);
