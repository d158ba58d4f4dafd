import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '../constants.ts';
import { DECISION } from '../workflow/lists.ts';
import { type FormApprovals, publicForms } from './approved-forms.ts';

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
    for (const code of ['predimplementacija', 'kvartalni-korekcija', 'zavrsni', 'efekti', 'pif-mini', '1-5-3']) {
      expect(days(approved({ forms: [form] }, code)), code).toEqual([['2026-04-03', '2026-04-03']]);
    }
    expect(approved({ forms: [form] })).toEqual([]);
    for (const status of [FORM_STATUS.unlocked, FORM_STATUS.locked, FORM_STATUS.marked]) {
      expect(approved({ forms: [{ ...form, status }] }, 'kvartalni')).toEqual([]);
    }
  });

  it('a plan and its correction from the day on which they take effect, decided on before', () => {
    expect(days(approved({ plans: [plan] }, 'plan'))).toEqual([['2026-04-05', '2026-04-05']]);
    const decisions = [yes, { ...yes, revision: 1, date: '2026-03-30' }];
    expect(days(approved({ plans: [plan], decisions }, 'plan'))).toEqual([['2026-04-05', '2026-04-01']]);
    const three = [yes, { ...yes, date: null }, { ...yes, date: '2026-03-30' }, { ...yes, date: '2026-03-31' }];
    expect(days(approved({ plans: [plan], decisions: three }, 'plan'))).toEqual([['2026-04-05', '2026-04-01']]);
    expect(days(approved({ plans: [plan], decisions: [{ ...yes, formId: 7 }] }, 'korekcija'))).toEqual([
      ['2026-04-05', '2026-04-05'],
    ]);
    expect(approved({ decisions: [yes] }, 'korekcija')).toEqual([]);
  });

  it('a public revision stays public when the form is opened again', () => {
    const known = approved({ forms: [form] }, 'kvartalni');
    const opened = { forms: [{ ...form, status: FORM_STATUS.unlocked }], known };
    expect(approved(opened, 'kvartalni')).toEqual(known);
    const again = { ...form, since: moment('2026-06-01') };
    expect(days(approved({ forms: [again], known }, 'kvartalni'))).toEqual([['2026-06-01', '2026-06-01']]);
  });

  it('facts are computed from the values if these were read, and kept otherwise', () => {
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
