import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '../constants.ts';
import { DECISION } from '../workflow/lists.ts';
import { type FormApprovals, publicForms } from './approved-forms.ts';
import { publicFormFacts } from './form-facts.ts';

const moment = (day: string) => ({ at: `${day}T09:00:00.000000Z`, day });
const values = { basic: { projectName: 'Пут' } };

function approved(change: Partial<FormApprovals>, code = 'ideja') {
  const revision = { formId: 1, revision: 2, code, values };
  return publicForms({ decisions: [], plans: [], forms: [], known: [], revisions: [revision], ...change });
}
const OF = { formId: 1, revision: 2 };
const yes = { ...OF, decision: DECISION.yes, date: '2026-04-01', decided: moment('2026-04-02') };
const form = { ...OF, status: FORM_STATUS.approved, since: moment('2026-04-03') };
const plan = { ...OF, inForce: moment('2026-04-05') };
const days = (forms: ReturnType<typeof publicForms>) =>
  forms.map((one) => [one.approvedAt.slice(0, 10), one.approvedOn]);

describe('when a form becomes public', () => {
  it('by the yes of the commission, on the day of the session', () => {
    expect(approved({ decisions: [yes] })).toEqual([
      { ...OF, code: 'ideja', approvedAt: yes.decided.at, approvedOn: '2026-04-01', facts: { name: 'Пут' } },
    ]);
    expect(days(approved({ decisions: [{ ...yes, date: null }] }))).toEqual([['2026-04-02', '2026-04-02']]);
    expect(approved({ decisions: [{ ...yes, decision: DECISION.no }] })).toEqual([]);
    expect(days(approved({ decisions: [yes, { ...yes, date: null, decided: moment('2026-05-01') }] }))).toEqual([
      ['2026-05-01', '2026-05-01'],
    ]);
  });

  it('by the approval of the Ministry where nobody else decides on it', () => {
    expect(days(approved({ forms: [form] }, 'kvartalni'))).toEqual([['2026-04-03', '2026-04-03']]);
    expect(days(approved({ forms: [form] }, '1-5-3'))).toEqual([['2026-04-03', '2026-04-03']]);
    expect(approved({ forms: [form] })).toEqual([]);
    for (const status of [FORM_STATUS.unlocked, FORM_STATUS.locked, FORM_STATUS.marked]) {
      expect(approved({ forms: [{ ...form, status }] }, 'kvartalni')).toEqual([]);
    }
  });

  it('a plan and its correction from the day on which they take effect, decided on before', () => {
    expect(days(approved({ plans: [plan] }, 'plan'))).toEqual([['2026-04-05', '2026-04-05']]);
    const decisions = [yes, { ...yes, revision: 1, date: '2026-03-30' }];
    expect(days(approved({ plans: [plan], decisions }, 'plan'))).toEqual([['2026-04-05', '2026-04-01']]);
    expect(days(approved({ plans: [plan], decisions: [{ ...yes, formId: 7 }] }, 'korekcija'))).toEqual([
      ['2026-04-05', '2026-04-05'],
    ]);
    expect(approved({ decisions: [yes] }, 'korekcija')).toEqual([]);
  });

  it('what is public stays public when the form is opened again', () => {
    const known = approved({ forms: [form] }, 'kvartalni');
    const opened = { forms: [{ ...form, status: FORM_STATUS.unlocked }], known };
    expect(approved(opened, 'kvartalni')).toEqual(known);
    const again = { ...form, since: moment('2026-06-01') };
    expect(days(approved({ forms: [again], known }, 'kvartalni'))).toEqual([['2026-06-01', '2026-06-01']]);
  });

  it('facts are made of the values where they were read, and kept otherwise', () => {
    const known = approved({ decisions: [yes] }).map((one) => ({ ...one, facts: { name: 'Раније' } }));
    const unread = [{ ...OF, code: 'ideja', values: null }];
    expect(approved({ decisions: [yes], known, revisions: unread })[0]?.facts).toEqual({ name: 'Раније' });
    expect(approved({ decisions: [yes], known })[0]?.facts).toEqual({ name: 'Пут' });
    expect(approved({ decisions: [yes], revisions: unread })).toEqual([]);
    expect(approved({ known, revisions: [] })).toEqual([]);
  });

  it('in the order of forms and revisions', () => {
    const others = [
      { formId: 1, revision: 10, code: 'ideja', values },
      { formId: 1, revision: 9, code: 'ideja', values },
      { formId: 0, revision: 11, code: 'ideja', values },
    ];
    const decisions = others.map(({ formId, revision }) => ({ ...yes, formId, revision }));
    expect(approved({ decisions, revisions: others }).map((one) => [one.formId, one.revision])).toEqual([
      [0, 11],
      [1, 9],
      [1, 10],
    ]);
  });
});

describe('what of a form is public', () => {
  it('the named fields alone, of a table those of its rows in their order', () => {
    const places = [{ id: '1', name: 'А', contact: 'Тајна' }, 'no row', { id: '2', name: null }];
    const facts = { name: 'Пут', locations: [{ id: '1', name: 'А' }, { id: '2' }] };
    const given = { basic: { projectName: 'Пут', locations: places, contact: 'Тајна', level: null } };
    expect(publicFormFacts('ideja', given)).toEqual(facts);
    expect(publicFormFacts('1-5-0', { basic: { name: 'Пут', locations: places } })).toEqual(facts);
    expect(publicFormFacts('spremnost', { basic: { locations: [] }, description: { strategies: 'x' } })).toEqual({});
  });

  it('the schedule of a plan and the progress of a quarter, row by row', () => {
    const quarter = { percent: '50.00', amount: '1.00' };
    const plan = {
      implementation: [{ activity: { name: 'Радови', id: 1 }, plan: [{ year: 2026, q1: quarter, q5: 1 }] }, 7],
    };
    expect(publicFormFacts('plan', plan)).toEqual({
      schedule: [{ activity: 'Радови', plan: [{ year: 2026, q1: quarter }] }],
    });
    const details = { physical: { activityFulfilled: '5.00' }, financial: { realExpense: '1.00', note: 'x' } };
    expect(publicFormFacts('kvartalni', { summary: { activities: [{ name: 'Радови', details }] } })).toEqual({
      progress: [{ name: 'Радови', fulfilled: '5.00', expense: '1.00' }],
    });
    expect(publicFormFacts('kvartalni', { summary: { activities: [] } })).toEqual({});
  });

  it('why it took or cost more only where the report says that it did', () => {
    const facts = (answer: string) =>
      publicFormFacts('zavrsni', {
        basicInfo: { delayed: answer, notes: 'Касни.' },
        expenses: { deviation: { deviated: answer, notes: 'Скупље.' } },
      });
    expect(facts('Да')).toEqual({ delayNotes: 'Касни.', deviationNotes: 'Скупље.' });
    expect(facts('Не')).toEqual({});
  });

  it('the description of a short form only where it is a text', () => {
    expect(publicFormFacts('pif-mini', { description: 'Пут.' })).toEqual({ summary: 'Пут.' });
    expect(publicFormFacts('pif-mini', { description: { purpose: 'Пут.' } })).toEqual({});
  });

  it('of other forms nothing', () => {
    for (const code of ['racionalizacija', 'efekti', 'toString']) expect(publicFormFacts(code, values)).toEqual({});
  });
});
