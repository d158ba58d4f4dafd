import { describe, expect, it } from 'vitest';
import { availableActions, decide, mainAction } from './decisions.ts';
import { PHASES } from './phases.ts';
import { STATUSES } from './statuses.ts';
import { everyone, OWNER, PROPOSER, project, someone, wholeInput } from '../../test/workflow.ts';

const manager = someone('Local_User', OWNER);
const head = someone('Local_Admin', OWNER);
const reviewer = someone('Reviewer', '00000');
const admin = someone('Administrator', '00000');
const ministryAdmin = someone('Local_Admin', PROPOSER);
const STATES = PHASES.flatMap((phase) => STATUSES.map((status) => ({ phase: phase.id, status: status.id })));

describe('what is offered', () => {
  /** Forms as a project may have them: open, locked, approved, with an evaluator, none. */
  const FORMS = [
    [],
    ...[1, 2, 3, 4].map((status) => [
      { id: 1, code: 'form', status, mandatory: true, evaluatorOrganizationId: '10524' },
    ]),
  ];

  it('is never forbidden to the user to whom it is offered, and open steps are accepted', () => {
    let offers = 0;
    for (const { name, user } of everyone()) {
      for (const { phase, status: phaseStatus } of STATES) {
        for (const forms of FORMS) {
          for (const satisfied of [true, false]) {
            const facts = project({
              phase,
              phaseStatus,
              forms,
              statusBefore: satisfied ? 14 : null,
              foreignFunds: satisfied,
              quarterReachesEnd: satisfied,
              newestQuarterFrom: satisfied ? null : '2027-01-01',
              quarterHasBegun: satisfied,
              formsLimitReached: !satisfied,
              planCorrectionReached: !satisfied,
            });
            for (const offer of availableActions(facts, user)) {
              offers += 1;
              const decision = decide(facts, user, wholeInput(facts, offer.action));
              const what = `${offer.id} by ${name}`;
              if (!offer.disabled) expect(decision, what).toMatchObject({ ok: true, status: offer.followUp.status });
              else if (decision.ok) expect.fail(`${what} is disabled, yet accepted`);
              else expect(['Forbidden', 'InvalidUserPermission', 'ValidationError'], what).not.toContain(decision.code);
            }
          }
        }
      }
    }
    expect(offers).toBeGreaterThan(2000);
  });

  it('is everything that would be accepted', () => {
    for (const { name, user } of everyone()) {
      for (const { phase, status: phaseStatus } of STATES) {
        const facts = project({ phase, phaseStatus, statusBefore: 14 });
        const offered = availableActions(facts, user).map(({ action }) => action);
        for (const action of [1, 2, 3, 4, 5, 6]) {
          const decision = decide(facts, user, wholeInput(facts, action));
          if (decision.ok) expect(offered, `${decision.transition.id} by ${name}`).toContain(action);
        }
      }
    }
  });

  it('is complete: its needs, whether it is held up, where it leads, and whether it stands out', () => {
    const form = (id: number, status: number) => ({
      id,
      code: 'form',
      status,
      mandatory: true,
      evaluatorOrganizationId: null,
    });
    const [confirm, back] = availableActions(project({ phaseStatus: 2, forms: [form(1, 2), form(2, 1)] }), head);
    expect(confirm).toEqual({
      id: '0-2-1',
      action: 1,
      key: 'confirm',
      label: { sr: 'Потврди', en: 'Confirm' },
      needs: { comment: false, date: false, postponedDate: false },
      disabled: { reasonKey: 'lock', reason: { sr: 'Закључајте све обрасце.', en: 'Lock every form first.' } },
      prominent: true,
      followUp: { status: 19, phase: null },
    });
    expect(back).toMatchObject({ key: 'return', needs: { comment: true }, disabled: null, prominent: false });
    expect(back?.followUp).toEqual({ status: 1, phase: null });
    // Remarks that are not sent say why: a return with them needs no comment, and is the main button.
    const withRemarks = availableActions(project({ phaseStatus: 2, forms: [form(1, 2), form(2, 2)] }), head, 3);
    expect(withRemarks.map(({ key, needs }) => [key, needs.comment])).toEqual([
      ['confirm', false],
      ['return', false],
    ]);
    expect(mainAction(withRemarks, { key: 'confirm' }, 3)?.key).toBe('return');
    expect(mainAction(withRemarks, { key: 'confirm' })?.key).toBe('confirm');
    const wordless = { action: 2, comment: ' ' };
    expect(decide(project({ phaseStatus: 2 }), head, wordless)).toMatchObject({ code: 'ValidationError' });
    expect(decide(project({ phaseStatus: 2 }), head, { ...wordless, unsentRemarks: 1 })).toMatchObject({ ok: true });
    const [approve] = availableActions(project({ phase: 4, phaseStatus: 3 }), reviewer);
    expect(approve?.followUp).toEqual({ status: 4, phase: 5 });
    const [open] = availableActions(project({ phaseStatus: 2, forms: [form(1, 1)] }), head);
    expect(open?.prominent).toBe(false);
    expect(availableActions(project({ phase: 13, phaseStatus: 10 }), admin).map(({ prominent }) => prominent)).toEqual([
      false,
    ]);
  });

  it('says what it will ask for', () => {
    const offers = availableActions(project({ phaseStatus: 6 }), reviewer);
    expect(offers.map(({ key, needs }) => [key, needs])).toEqual([
      ['commissionYes', { comment: false, date: true, postponedDate: false }],
      ['commissionNo', { comment: false, date: true, postponedDate: false }],
      ['commissionStop', { comment: false, date: true, postponedDate: false }],
      ['commissionPostpone', { comment: false, date: true, postponedDate: true }],
    ]);
  });

  it('stops and postpones a correction, not its project', () => {
    const labels = (phase: number) =>
      availableActions(project({ phase, phaseStatus: 6 }), reviewer).map(({ label }) => label.en);
    expect(labels(11)).toEqual(['Accept', 'Stop the correction', 'Postpone the correction', 'Ask for an amendment']);
    expect(labels(13)).toEqual(['Accept', 'Reject', 'Stop the project', 'Postpone the project']);
  });

  it('does not offer an administrator the steps of the minister or MEI, or sending', () => {
    const keys = (phaseStatus: number, foreignFunds = false) =>
      availableActions(project({ phaseStatus, foreignFunds }), admin).map(({ key }) => key);
    expect(keys(21)).toEqual(['return']);
    expect(keys(22)).toEqual(['returnToEntry']);
    expect(keys(22, true)).toEqual(['returnToEntry']);
    expect(keys(23)).toEqual(['requestChange', 'returnToEntry']);
    expect(keys(24)).toEqual(['returnToEntry']);
  });

  it('does not let an administrator send to the ministries, even with the claims on the proposer’s side', () => {
    const both = { ...ministryAdmin, claims: new Set([...ministryAdmin.claims, 'Admin' as const]) };
    for (const [phaseStatus, foreignFunds] of [
      [22, false],
      [22, true],
      [24, true],
    ] as const) {
      const facts = project({ phaseStatus, foreignFunds });
      expect(decide(facts, ministryAdmin, { action: 1 }).ok).toBe(true);
      expect(decide(facts, both, { action: 1 })).toEqual({ ok: false, code: 'Forbidden' });
    }
  });

  it('does not offer the confirmation to the sender', () => {
    expect(availableActions(project({ phase: 4, phaseStatus: 2, sentBy: head.id }), head)).toEqual([]);
    expect(availableActions(project({ phase: 4, phaseStatus: 2, sentBy: manager.id }), head)).toHaveLength(2);
  });
});
