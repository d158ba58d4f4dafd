import { describe, expect, it } from 'vitest';
import { OWNER, project, someone } from '../../test/workflow.ts';
import { formRights } from './form-rights.ts';
import { heldReport } from './held-reports.ts';
import { TRANSITIONS } from './transitions.ts';

const report = { code: 'kvartalni', status: 1 };
const at = (phase: number, phaseStatus: number, status = 0) => ({ status, phase, phaseStatus });
const said = (form: { code: string; status: number }, place: ReturnType<typeof at>) =>
  heldReport(form, place)?.en ?? '';

describe('a quarterly report that nobody may change', () => {
  it('says what it waits for', () => {
    expect(said(report, at(5, 26))).toMatch(/^A correction of the plan is requested\./);
    for (const phase of [11, 12]) expect(said(report, at(phase, 1))).toMatch(/^A correction of the plan is open\./);
    for (const status of [5, 6, 8]) expect(said(report, at(5, status))).toMatch(/^A rationalization is proposed\./);
    expect(said(report, at(13, 10))).toMatch(/^A rationalization is open\./);
    expect(said({ ...report, status: 2 }, at(11, 28))).not.toBe('');
  });

  it('says nothing once it is approved, nor of a finished project, nor in another form', () => {
    expect(said({ ...report, status: 4 }, at(11, 1))).toBe('');
    expect(said(report, at(13, 31, 1))).toBe('');
    expect(said({ code: 'korekcija', status: 1 }, at(11, 28))).toBe('');
    expect(said(report, at(7, 1))).toBe('');
  });

  it('is held at no status at which it can be filled in or judged, and at each other one of the reporting', () => {
    const facts = { id: 1, mandatory: true, evaluatorOrganizationId: null, phase: 5, current: true };
    const judging = new Set(['confirmQuarter', 'approveQuarter', 'confirm', 'approve']);
    for (const phaseStatus of new Set(TRANSITIONS.filter(({ phase }) => phase === 5).map(({ status }) => status))) {
      const form = { ...report, ...facts, name: 'Квартални-2026-1' };
      const manager = someone('Local_User', OWNER);
      const fills = formRights(project({ phase: 5, phaseStatus }), form, manager).edit === null;
      const judged = TRANSITIONS.some(
        ({ phase, status, key }) => phase === 5 && status === phaseStatus && judging.has(key),
      );
      expect(heldReport(report, at(5, phaseStatus)) === null, `status ${phaseStatus}`).toBe(fills || judged);
    }
  });
});
