import { describe, expect, it } from 'vitest';
import type { Claim } from '../access/claims.ts';
import { FORM_STATUS } from '../constants.ts';
import { type FormRights, formRights } from './form-rights.ts';
import { OWNER, project, someone } from '../../test/workflow.ts';

type Given = Parameters<typeof formRights>[1];

const holder = (organizationId: string, ...claims: Claim[]) => ({ id: 1, organizationId, claims: new Set(claims) });
const FORM: Given = {
  id: 1,
  code: 'spremnost',
  status: FORM_STATUS.locked,
  mandatory: true,
  evaluatorOrganizationId: '10524',
  phase: 2,
  current: true,
};
const AT = { phase: 2, phaseStatus: 3 };
const marker = holder('10524', 'Project_Evaluate');
const ministry = holder('00000', 'Form_ApprovalResolve');

describe('marking a form', () => {
  const mark = (form: Partial<Given> = {}, facts: Parameters<typeof project>[0] = {}, user = marker) =>
    formRights(project({ ...AT, ...facts }), { ...FORM, ...form }, user).mark;

  it('is open to its evaluator while it is locked or marked', () => {
    expect(mark()).toBeNull();
    expect(mark({ status: FORM_STATUS.marked })).toBeNull();
    expect(mark({ status: FORM_STATUS.unlocked })).toBe('InvalidProjectFormAction');
    expect(mark({ status: FORM_STATUS.approved })).toBe('InvalidProjectFormAction');
  });

  it('is refused with its reason, the first that holds', () => {
    expect(mark({ current: false }, { projectStatus: 1 })).toBe('ForbiddenProjectChange');
    expect(mark({ current: false, evaluatorOrganizationId: '10503' })).toBe('InvalidProjectFormPhase');
    expect(mark({ evaluatorOrganizationId: '10503', code: 'plan' })).toBe('InvalidProjectFormEvaluator');
    expect(mark({ evaluatorOrganizationId: null })).toBe('InvalidProjectFormEvaluator');
    expect(mark({}, {}, holder('10524', 'Project_View'))).toBe('InvalidProjectFormEvaluator');
    expect(mark({ code: 'plan' })).toBe('InvalidProjectFormAction');
  });
});

describe('naming the evaluator of a form', () => {
  const evaluator = (form: Partial<Given> = {}, facts: Parameters<typeof project>[0] = {}, user = ministry) =>
    formRights(project({ ...AT, ...facts }), { ...FORM, ...form }, user).evaluator;

  it('is open to the administration before it is marked', () => {
    expect([FORM_STATUS.unlocked, FORM_STATUS.locked].map((status) => evaluator({ status }))).toEqual([null, null]);
    expect([FORM_STATUS.marked, FORM_STATUS.approved].map((status) => evaluator({ status }))).toEqual([
      'InvalidProjectFormAction',
      'InvalidProjectFormAction',
    ]);
  });

  it('is refused with its reason, the first that holds', () => {
    expect(evaluator({ current: false }, { projectStatus: 1 })).toBe('ForbiddenProjectChange');
    expect(evaluator({ current: false }, {}, marker)).toBe('InvalidProjectFormPhase');
    expect(evaluator({ code: 'plan' }, {}, marker)).toBe('InvalidUserPermission');
    expect(evaluator({ code: 'plan' })).toBe('InvalidProjectFormAction');
  });
});

describe('editing a form', () => {
  const edit = (form: Partial<Given>, user: Parameters<typeof formRights>[2]) =>
    formRights(project({ phase: 5, phaseStatus: 1 }), { ...FORM, phase: 5, status: 1, ...form }, user);

  it('of the older family is the project manager’s, of the other the form manager’s', () => {
    const [projects, forms] = [holder(OWNER, 'Project_Manage'), holder(OWNER, 'Form_Manage')];
    expect([edit({ family: 'older' }, projects).edit, edit({ family: 'older' }, forms).edit]).toEqual([
      null,
      'InvalidUserPermission',
    ]);
    for (const form of [{ family: 'generic' as const }, {}]) {
      expect([edit(form, projects).edit, edit(form, forms).edit]).toEqual(['InvalidUserPermission', null]);
    }
  });

  it('of a report asks for a name that names a quarter, where the name is known', () => {
    const owner = someone('Local_User', OWNER);
    expect(edit({ code: 'kvartalni', name: 'Квартални-2026-1' }, owner).edit).toBeNull();
    expect(edit({ code: 'kvartalni', name: 'Квартални' }, owner).edit).toBe('InvalidProjectFormAction');
    expect(edit({ code: 'kvartalni' }, owner).edit).toBeNull();
    expect(edit({ code: 'plan', name: 'План' }, owner).edit).toBeNull();
  });
});

describe('remarks on a form', () => {
  const rights = (form: Partial<Given>, facts: Parameters<typeof project>[0], user: Parameters<typeof formRights>[2]) =>
    formRights(project({ ...AT, ...facts }), { ...FORM, ...form }, user);

  it('are written by people who may return the form now', () => {
    expect(rights({}, {}, ministry).remark).toBeNull();
    expect(rights({}, {}, marker).remark).toBe('InvalidUserPermission');
    // Confirming is not all that may be done at a status: the return is one of the steps.
    expect(rights({}, { phaseStatus: 2 }, someone('Local_Admin', OWNER)).remark).toBeNull();
    expect(rights({}, { phaseStatus: 1 }, someone('Local_User', OWNER)).remark).toBe('InvalidUserPermission');
  });

  it('are refused with the reason, the first that holds', () => {
    expect(rights({ current: false }, { projectStatus: 1 }, ministry).remark).toBe('ForbiddenProjectChange');
    expect(rights({ current: false }, {}, marker).remark).toBe('InvalidProjectFormPhase');
  });

  it('are answered by people who fill in the form, while it is not sent, be it open or locked', () => {
    const owner = someone('Local_User', OWNER);
    const answer = (status: number, phaseStatus: number, user: Parameters<typeof formRights>[2]) =>
      rights({ status }, { phaseStatus }, user).answer;
    expect([answer(FORM_STATUS.unlocked, 1, owner), answer(FORM_STATUS.locked, 1, owner)]).toEqual([null, null]);
    expect([answer(FORM_STATUS.marked, 1, owner), answer(FORM_STATUS.unlocked, 3, owner)]).toEqual([
      'InvalidProjectFormAction',
      'InvalidProjectFormAction',
    ]);
    expect(answer(FORM_STATUS.unlocked, 1, marker)).toBe('InvalidUserPermission');
  });
});

describe('additional comments', () => {
  const comment = (user: Parameters<typeof formRights>[2], phaseStatus: number, more: Partial<Given> = {}) =>
    formRights(project({ phaseStatus }), { ...FORM, ...more }, user).comment;

  it('are an Admin’s from the approval on, and MEI’s at any time, in the current phase', () => {
    const [admin, mei] = [holder('00000', 'Admin'), holder('10513', 'Mei')];
    const open = Array.from({ length: 35 }, (_, status) => status).filter((status) => comment(admin, status) === null);
    expect(open).toEqual([3, 4, 6, 10, 14, 15, 16, 17, 28, 30, 31]);
    expect([1, 2, 3].map((status) => comment(mei, status))).toEqual([null, null, null]);
    for (const user of [admin, mei]) expect(comment(user, 3, { current: false })).toBe('InvalidProjectFormPhase');
  });
});

it('the viewer of a form is an Admin, MEI, both or neither', () => {
  const viewer = (...claims: Claim[]): FormRights['viewer'] =>
    formRights(project(), FORM, holder('00000', ...claims)).viewer;
  expect(viewer()).toEqual({ admin: false, mei: false });
  expect(viewer('Admin')).toEqual({ admin: true, mei: false });
  expect(viewer('Mei')).toEqual({ admin: false, mei: true });
  expect(viewer('Admin', 'Mei')).toEqual({ admin: true, mei: true });
});
