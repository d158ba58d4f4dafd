/** Codes of the forms that rules ask for by name: plan and quarters, each with what corrects it. */
export const FORM_CODE = {
  plan: 'plan',
  correction: 'korekcija',
  quarterlyReport: 'kvartalni',
  quarterlyCorrection: 'kvartalni-korekcija',
} as const;
