import { FORM_STATUS } from '@pimis/domain/constants';
import { PHASE } from '@pimis/domain/workflow/phases';
import type { DecisionSummary } from '@pimis/contract/decision-summary';

const FORM = {
  id: 5,
  code: 'identifikacija-projekta',
  name: 'Идентификација',
  phase: PHASE.identification,
  projectPhaseId: 7,
  status: FORM_STATUS.locked,
  revision: 3,
};
const FORMER = {
  ...FORM,
  id: 4,
  code: 'ideja',
  name: 'Идеја',
  phase: PHASE.idea,
  projectPhaseId: 6,
  status: FORM_STATUS.approved,
  revision: 1,
};

/** The summary of an identification in its second round. */
export const DECISION_SUMMARY: DecisionSummary = {
  form: FORM,
  options: 'Проширење постојећег постројења.',
  compared: [
    { name: 'Проширење', amount: '1800000000.00', chosen: false },
    { name: 'Ново постројење', amount: '2425000000.00', chosen: true },
  ],
  stated: {
    what: { form: FORM, section: 'description' },
    why: { form: FORM, section: 'description' },
    options: { form: FORM, section: 'description' },
    value: { form: FORM, section: 'finance' },
    end: { form: FORM, section: null },
    payers: { form: FORM, section: 'finance' },
  },
  works: {
    sentence: { sr: 'Радови су 26,7 % иза плана, трошак 5,3 % изнад.', en: 'The works are 26.7 % behind the plan.' },
    quarter: { sr: '2. квартал 2026', en: 'Quarter 2, 2026' },
    behind: true,
  },
  what: 'Гради се постројење за пречишћавање отпадних вода.',
  why: 'Чиста река.',
  value: '2425000000.00',
  valueFrom: FORM,
  changes: [
    { since: 'phase', form: FORMER, before: '2110000000.00', difference: '315000000.00', percent: '14.93' },
    { since: 'round', form: FORM, before: '2430000000.00', difference: '-5000000.00', percent: '-0.21' },
  ],
  start: '2027-03-01',
  end: '2029-01-31',
  formerEnd: '2028-11-30',
  sources: [
    { source: 'Буџет РС', amount: '1425000000.00', share: '58.76' },
    { source: 'Кредит', amount: '1000000000.00', share: '41.24' },
  ],
  years: [
    { year: 2027, amount: '425000000.00', sources: [{ source: 'Буџет РС', amount: '425000000.00' }] },
    {
      year: 2028,
      amount: '2000000000.00',
      sources: [
        { source: 'Буџет РС', amount: '1000000000.00' },
        { source: 'Кредит', amount: '1000000000.00' },
      ],
    },
  ],
  round: {
    number: 2,
    operation: { sr: 'Враћено на допуну', en: 'Returned for amendment' },
    returnedBy: 'Милош Петровић',
    returnedAt: '2026-11-18T10:00:00.000Z',
    comment: 'Проверите износе.',
    revision: 2,
    changedFields: 2,
    changed: [{ sr: 'Процењена вредност, РСД', en: 'Estimated value, RSD' }],
  },
  marks: [{ form: FORM, evaluator: 'Министарство за јавна улагања', score: '77.00' }],
  remarks: {
    open: 1,
    done: 1,
    unsent: 0,
    items: [
      {
        id: 1,
        form: FORM,
        section: null,
        place: null,
        text: 'Извор није јасан.',
        author: 'Милош',
        answer: null,
        done: false,
      },
      {
        id: 2,
        form: FORM,
        section: 'basic',
        place: { sr: 'Назив пројекта', en: 'Project name' },
        text: 'Назив није исти.',
        author: 'Милош',
        answer: 'Исправљено.',
        done: true,
      },
    ],
  },
  warnings: [
    { form: FORM, section: 'finance', text: { sr: 'Извор средстава није обезбеђен.', en: 'Not secured.' }, row: 1 },
  ],
  signatures: [
    {
      operation: 'send',
      label: { sr: 'Послато на потврду', en: 'Sent for confirmation' },
      user: 'Милена Јовић',
      standInFor: null,
      comment: null,
      at: '2026-11-19T10:00:00.000Z',
    },
  ],
  documents: [{ id: 9, title: 'Писмо о намерама' }],
  indicators: { year: 2026, quarter: 2, time: 400, adequacy: '85.00' },
};
