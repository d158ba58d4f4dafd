import type { ApprovedForm, FormFacts, PublicFacts } from '../facts.ts';

/** An approved form for tests; the n-th of its project. */
export function approved(code: string, facts: FormFacts, more: Partial<ApprovedForm> = {}): ApprovedForm {
  const formId = more.formId ?? 1;
  return {
    formId,
    revision: 1,
    code,
    name: code,
    approvedAt: '2026-03-01T10:00:00Z',
    approvedOn: '2026-03-01',
    facts,
    ...more,
  };
}

/** Public facts for tests, without forms. */
export function exampleFacts(more: Partial<PublicFacts> = {}): PublicFacts {
  return {
    projectId: 7,
    number: '2026-0004',
    code: 'PPOV-PK',
    title: 'ППОВ Прокупље',
    sector: 5,
    type: 3,
    status: 'implementation',
    since: '2026-01-10',
    changedAt: new Date('2026-05-01T08:00:00Z'),
    organization: { id: '50112', name: 'Град Прокупље', companyNumber: '07218000' },
    proposer: { id: '10503', name: 'Министарство заштите животне средине', companyNumber: null },
    forms: [],
    places: [],
    decisions: [],
    periods: [],
    documents: [],
    related: [],
    ...more,
  };
}

/** A plan of two activities: works in Q2 and Q3, supervision in Q3 of 2026. */
export const PLAN: FormFacts = {
  value: '1000.00',
  start: '2026-04-01',
  end: '2026-09-30',
  activities: [
    { name: 'Радови', estimate: '800.00' },
    { name: 'Надзор', estimate: '200.00' },
  ],
  sources: [{ source: 'Зајам', name: 'Развојна банка', localAmount: '1000.00' }],
  schedule: [
    { activity: 'Радови', plan: [{ year: 2026, q2: { amount: '300.00' }, q3: { amount: '500.00' } }] },
    { activity: 'Надзор', plan: [{ year: 2026, q3: { amount: '200.00' } }] },
  ],
};
