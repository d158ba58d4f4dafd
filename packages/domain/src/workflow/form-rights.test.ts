import { describe, expect, it } from 'vitest';
import { formRights } from './form-rights.ts';
import { OWNER, project, someone } from '../../test/workflow.ts';

const manager = someone('Local_User', OWNER);
const reviewer = someone('Reviewer', '00000');
const admin = someone('Administrator', '00000');
const mei = someone('MEI', '10513');

describe('rights on a form', () => {
  const form = {
    id: 1,
    code: 'ideja',
    status: 1,
    mandatory: true,
    evaluatorOrganizationId: null,
    phase: 0,
    current: true,
  };

  it('its organization edits it in entry, at an amendment, and an idea also with the minister', () => {
    for (const phaseStatus of [1, 29, 21]) expect(formRights(project({ phaseStatus }), form, manager).edit).toBeNull();
    for (const phaseStatus of [2, 3, 6, 14, 19, 22]) {
      expect(formRights(project({ phaseStatus }), form, manager).edit).toBe('InvalidProjectFormAction');
    }
    expect(formRights(project({ phase: 10, phaseStatus: 21 }), { ...form, phase: 10 }, manager).edit).toBe(
      'InvalidProjectFormAction',
    );
  });

  it('refuses others, locked forms, past phases and finished projects, each with its code', () => {
    expect(formRights(project(), form, someone('Local_User', '50101')).edit).toBe('InvalidProjectFormSubmitor');
    expect(formRights(project(), form, reviewer).edit).toBe('InvalidUserPermission');
    expect(formRights(project(), { ...form, status: 2 }, manager).edit).toBe('InvalidProjectFormAction');
    expect(formRights(project(), { ...form, status: 2 }, manager).unlock).toBeNull();
    expect(formRights(project(), { ...form, current: false }, manager).edit).toBe('InvalidProjectFormPhase');
    expect(formRights(project({ projectStatus: 1 }), form, manager).edit).toBe('ForbiddenProjectChange');
  });

  it('additional comments are the administrator’s at their statuses and MEI’s while the phase is current', () => {
    expect(formRights(project({ phaseStatus: 14 }), form, admin).comment).toBeNull();
    expect(formRights(project({ phaseStatus: 2 }), form, admin).comment).toBe('InvalidProjectFormAction');
    expect(formRights(project({ phaseStatus: 2 }), form, mei).comment).toBeNull();
    expect(formRights(project({ phaseStatus: 14 }), form, reviewer).comment).toBe('InvalidUserPermission');
  });

  it('additional comments on an approved form of an earlier phase are the administrator’s, until it is archived', () => {
    const past = { ...form, status: 4, current: false };
    for (const phaseStatus of [1, 2, 14]) {
      const moved = project({ phase: 1, phaseStatus });
      expect(formRights(moved, past, admin).comment).toBeNull();
      expect(formRights(moved, past, mei).comment).toBe('InvalidProjectFormPhase');
      expect(formRights(moved, past, reviewer).comment).toBe('InvalidUserPermission');
      for (const status of [1, 2, 3]) {
        expect(formRights(moved, { ...past, status }, admin).comment).toBe('InvalidProjectFormPhase');
      }
      expect(formRights({ ...moved, projectStatus: 2 }, past, admin).comment).toBe('ForbiddenProjectChange');
    }
  });

  it('additional comments stay open on what an approval or a shutdown finished, until it is archived', () => {
    for (const phaseStatus of [4, 31]) {
      const finished = project({ phaseStatus, projectStatus: 1 });
      for (const user of [admin, mei]) expect(formRights(finished, form, user).comment).toBeNull();
      expect(formRights(finished, form, manager).comment).toBe('InvalidUserPermission');
      expect(formRights({ ...finished, projectStatus: 2 }, form, admin).comment).toBe('ForbiddenProjectChange');
    }
    expect(formRights(project({ phaseStatus: 32, projectStatus: 1 }), form, mei).comment).toBe(
      'InvalidProjectFormAction',
    );
  });
});
