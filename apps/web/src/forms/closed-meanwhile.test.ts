import { describe, expect, it } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { closedMeanwhile } from './closed-meanwhile.ts';

const rights = (edit: boolean, comment: boolean) => ({ edit, comment }) as ProjectForm['rights'];
const form = (edit: boolean, comment: boolean, changes: Partial<ProjectForm> = {}) => ({
  rights: rights(edit, comment),
  status: FORM_STATUS.locked,
  lockedBy: 'Ана',
  ...changes,
});
const EDITOR = { rights: rights(true, false) };
const COMMENTER = { rights: rights(false, true) };
const NONE = { hasInput: false, isUnkept: false };
const KEPT = { hasInput: true, isUnkept: false };
const UNKEPT = { hasInput: true, isUnkept: true };

describe('a form that was closed meanwhile', () => {
  it('is not one that the user may still edit or comment in, or never could', () => {
    expect(closedMeanwhile(EDITOR, form(true, false), KEPT)).toBeNull();
    expect(closedMeanwhile(COMMENTER, form(false, true), KEPT)).toBeNull();
    expect(closedMeanwhile(COMMENTER, form(true, false), KEPT)).toBeNull();
    expect(closedMeanwhile({ rights: rights(false, false) }, form(false, false), KEPT)).toBeNull();
  });

  it('was locked by a colleague, or by nobody that is known, or only closed', () => {
    expect(closedMeanwhile(EDITOR, form(false, false), NONE)).toEqual(['locked', 'by']);
    expect(closedMeanwhile(EDITOR, form(false, false, { lockedBy: null }), NONE)).toEqual(['locked']);
    expect(closedMeanwhile(EDITOR, form(false, false, { status: FORM_STATUS.unlocked }), NONE)).toEqual(['closed']);
    expect(closedMeanwhile(COMMENTER, form(false, false), NONE)).toEqual(['closed']);
  });

  it('leaves input on this computer, or only on the screen, and comments that can still be sent', () => {
    expect(closedMeanwhile(EDITOR, form(false, false), KEPT)).toEqual(['locked', 'by', 'kept']);
    expect(closedMeanwhile(EDITOR, form(false, false), UNKEPT)).toEqual(['locked', 'by', 'unkept']);
    expect(closedMeanwhile(EDITOR, form(false, true), KEPT)).toEqual(['locked', 'by', 'kept', 'comments']);
    expect(closedMeanwhile(EDITOR, form(false, true), NONE)).toEqual(['locked', 'by']);
  });
});
