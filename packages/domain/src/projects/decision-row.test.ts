import { expect, it } from 'vitest';
import { formOf } from '../../test/forms.ts';
import { decisionRow } from './decision-row.ts';
import { decisionSummary } from './decision-summary.ts';
import type { ReadForm, ReadRemark } from './decision-summary-types.ts';

const definition = formOf('ideja');
const form = (id: number, amount: string): ReadForm => ({
  id,
  code: 'ideja',
  name: 'Идеја',
  phase: definition.phase,
  projectPhaseId: id,
  status: 2,
  revision: 1,
  definition,
  values: { financialInfo: { price: { local: amount } } },
  warnings: [{ code: 'FluentEmptyField', path: 'basic.projectName', index: 0 }],
  score: '80.00',
  evaluator: 'Град',
});

const remark = (id: number, answer: string | null, done: boolean): ReadRemark => ({
  id,
  formId: 2,
  place: null,
  text: 'Текст',
  author: 'А',
  sentAt: '2026-05-02T10:00:00.000Z',
  answer,
  done,
});

it('a row has the figures of the summary: changes, remarks with an answer, warnings, and the round', () => {
  const returned = { operation: 'return', user: 'Б', standInFor: null, comment: null, formId: null, formRevision: 1 };
  const summary = decisionSummary({
    viewer: { admin: false, mei: false },
    projectValue: '1.00',
    round: [form(2, '330.00')],
    earlier: [form(1, '300.00')],
    formerRound: form(2, '320.00'),
    remarks: [remark(1, null, false), remark(2, 'Остаје.', false), remark(3, 'Исправљено.', true)],
    activities: [{ ...returned, at: '2026-05-01T10:00:00.000Z' }],
    documents: [],
    plain: (text) => text,
  });
  expect(decisionRow(summary)).toEqual({
    value: '330.00',
    changes: [
      { since: 'phase', phase: definition.phase, difference: '30.00', percent: '10.00' },
      { since: 'round', phase: definition.phase, difference: '10.00', percent: '3.13' },
    ],
    start: null,
    end: null,
    formerEnd: null,
    round: 2,
    marks: [{ evaluator: 'Град', score: '80.00' }],
    remarks: { open: 2, answered: 1, done: 1 },
    warnings: 1,
  });
});

it('a form that was never returned is in its first round', () => {
  const summary = decisionSummary({
    viewer: { admin: false, mei: false },
    projectValue: '1.00',
    round: [],
    earlier: [],
    formerRound: null,
    remarks: [],
    activities: [],
    documents: [],
    plain: (text) => text,
  });
  expect(decisionRow(summary)).toMatchObject({ round: 1, value: '1.00', warnings: 0 });
});
