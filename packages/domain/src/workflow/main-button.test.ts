import { describe, expect, it } from 'vitest';
import { availableActions, mainAction, taskAction } from './decisions.ts';
import { FORM_STATUS } from '../constants.ts';
import { nextStep, placeOf } from './next-step.ts';
import { PHASES } from './phases.ts';
import { RETURN_KEYS } from './returns.ts';
import { STATUSES } from './statuses.ts';
import { everyone, OWNER, PROPOSER, project, someone } from '../../test/workflow.ts';
import { isStepOf, openStepsOf } from './open-steps.ts';

const manager = someone('Local_User', OWNER);
const head = someone('Local_Admin', OWNER);
const reviewer = someone('Reviewer', '00000');
const admin = someone('Administrator', '00000');
const minister = someone('Minister', PROPOSER);
const STATES = PHASES.flatMap((phase) => STATUSES.map((status) => ({ phase: phase.id, status: status.id })));

describe('the main button', () => {
  const stepsOf = (changes: Parameters<typeof project>[0], user: typeof manager) => {
    const facts = project(changes);
    const open = openStepsOf(facts).map(({ key }) => key);
    const form = { status: facts.forms.at(-1)?.status ?? FORM_STATUS.unlocked, errors: 0 };
    const next = isStepOf(user, facts, open) ? nextStep({ ...facts, open, form, returned: null }) : null;
    return { offered: availableActions(facts, user), next };
  };
  const buttonOf = (...input: Parameters<typeof stepsOf>) => {
    const { offered, next } = stepsOf(...input);
    return mainAction(offered, next);
  };
  const ofTask = (...input: Parameters<typeof stepsOf>) => {
    const { offered, next } = stepsOf(...input);
    return taskAction(offered, next)?.key ?? null;
  };
  const main = (...input: Parameters<typeof buttonOf>) => buttonOf(...input)?.key ?? null;

  it('belongs to the one whose turn it is', () => {
    expect(main({}, manager)).toBe('send');
    expect(main({}, reviewer)).toBeNull();
    // An administrator may send it too; it is not theirs to do.
    expect(main({}, admin)).toBeNull();
    expect(main({ phaseStatus: 3 }, admin)).toBe('approve');
    expect(main({ phaseStatus: 2 }, head)).toBe('confirm');
    expect(main({ phaseStatus: 2 }, manager)).toBeNull();
    expect(main({ phaseStatus: 3 }, reviewer)).toBe('approve');
    expect(main({ phaseStatus: 3 }, manager)).toBeNull();
    expect(main({ phase: 11, phaseStatus: 29 }, manager)).toBe('sendAmendment');
    expect(main({ phase: 11, phaseStatus: 33 }, manager)).toBe('approveAmendment');
    expect(main({ phase: 11, phaseStatus: 34 }, reviewer)).toBe('confirmAmendment');
    expect(main({ phaseStatus: 21 }, minister)).toBe('ministerApprove');
  });

  it('is an action 1 or 2, and waits until a form is locked', () => {
    const open = [{ id: 1, code: 'form', status: 1, mandatory: true, evaluatorOrganizationId: null }];
    expect(main({ forms: open }, manager)).toBeNull();
    expect(main({ phase: 5, phaseStatus: 26 }, reviewer)).toBeNull();
    let shown = 0;
    for (const { user } of everyone()) {
      for (const { phase, status: phaseStatus } of STATES) {
        const button = buttonOf({ phase, phaseStatus }, user);
        if (button) shown += 1;
        if (button) expect([1, 2]).toContain(button.action);
      }
    }
    expect(shown).toBeGreaterThan(50);
  });

  it('is hidden at 4, 7 and 10, for an important project at 3, and when the project is not pending', () => {
    for (const { name, user } of everyone()) {
      for (const { id: phase } of PHASES) {
        for (const phaseStatus of [4, 7, 10]) expect(main({ phase, phaseStatus }, user), name).toBeNull();
      }
      expect(main({ phase: 3, phaseStatus: 3, important: true }, user), name).toBeNull();
      for (const projectStatus of [1, 2]) expect(main({ projectStatus }, user), name).toBeNull();
    }
    // At status 10, and at 3 of an important project, the actions are only further buttons.
    expect(availableActions(project({ phase: 13, phaseStatus: 10 }), admin)).toHaveLength(1);
    expect(availableActions(project({ phase: 3, phaseStatus: 3 }), reviewer).map(({ key }) => key)).toEqual([
      'approveImportant',
      'updateImportant',
      'requestChange',
    ]);
  });

  it('leaves no step that a task names without a button: where it is not the main one, it is a further one', () => {
    expect(ofTask({ phase: 5, phaseStatus: 26 }, reviewer)).toBe('openCorrection');
    expect(ofTask({ phase: 3, phaseStatus: 3, important: true }, reviewer)).toBe('approveImportant');
    expect(ofTask({ phase: 0, phaseStatus: 18 }, admin)).toBe('returnToEntry');
    expect(ofTask({ phaseStatus: 2 }, reviewer)).toBeNull();
    for (const { name, user } of everyone()) {
      for (const { phase, status: phaseStatus } of STATES) {
        const { offered, next } = stepsOf({ phase, phaseStatus, statusBefore: 14 }, user);
        const main = mainAction(offered, next);
        const task = taskAction(offered, next);
        if (main) expect(task, name).toBe(main);
        // Steps taken in a form or on the page of lists have their own way there.
        if (next && placeOf(next.key) === 'project')
          expect(task?.key, `${name} ${phase}/${phaseStatus}`).toBe(next.key);
      }
    }
  });

  it('gives way to the return, where remarks are not sent', () => {
    const { offered, next } = stepsOf({ phase: 3, phaseStatus: 3, important: true }, reviewer);
    expect(taskAction(offered, next, 1)?.key).toBe('updateImportant');
    const disabled = { reasonKey: 'x', reason: { sr: 'x', en: 'x' } };
    const blocked = offered.map((action) => (RETURN_KEYS.has(action.key) ? { ...action, disabled } : action));
    expect(taskAction(blocked, next, 1)?.key).toBe('approveImportant');
    expect(taskAction(blocked, null, 1)).toBeNull();
    expect(taskAction(blocked.toReversed(), next)?.key).toBe('approveImportant');
  });
});
