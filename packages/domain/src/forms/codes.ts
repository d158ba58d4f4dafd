/** Codes of the forms that rules ask for by name: plan and quarters, each with what corrects it. */
export const FORM_CODE = {
  plan: 'plan',
  correction: 'korekcija',
  quarterlyReport: 'kvartalni',
  quarterlyCorrection: 'kvartalni-korekcija',
} as const;

/** Forms that hold a plan: the first one, and its corrections. */
export const PLAN_FORMS: readonly string[] = [FORM_CODE.plan, FORM_CODE.correction];
