import { describe, expect, it } from 'vitest';
import type { Claim } from '../access/claims.ts';
import { type ActorCode, ACTORS, actsAs } from './actors.ts';

const PROJECT = { organizationId: '50112', proposerOrganizationId: '10503', sentBy: 7 };
const holder = (organizationId: string, ...claims: Claim[]) => ({ id: 1, organizationId, claims: new Set(claims) });

/** docs/workflow.md, "Who": the claim of each actor, whose people they are, and whether an Admin passes. */
const WHO: Record<ActorCode, readonly [claim: Claim, organization: string, adminPasses: boolean]> = {
  PM: ['Project_Manage', '50112', true],
  CF: ['Form_ConfirmationResolve', '50112', true],
  AP: ['Form_ApprovalResolve', '00000', true],
  ADM: ['Admin', '00000', true],
  VER: ['Project_Idea_Verification', '10503', true],
  IAP: ['Project_Idea_Approval', '10503', true],
  MIN: ['Minister', '10503', false],
  MEI: ['Mei', '10513', false],
  SEND: ['Project_Send_Ministry', '10503', false],
  MEISEND: ['Mei_Approval_Comment_Send', '10503', false],
  REQ: ['Send_Request_Change_Form', '00000', true],
  COM: ['Project_ListManage', '00000', true],
};
const CODES = Object.keys(ACTORS) as ActorCode[];

describe('an actor', () => {
  it.each(CODES)('%s is anybody who holds the claim in the organization', (code) => {
    const [claim, organization, adminPasses] = WHO[code];
    expect(ACTORS[code].claim).toBe(claim);
    expect(actsAs(code, PROJECT, holder(organization, claim))).toBe(true);
    expect(actsAs(code, PROJECT, holder(organization))).toBe(false);
    expect(actsAs(code, PROJECT, holder('50101', claim))).toBe(code === 'MEI' || code === 'ADM');
    expect(actsAs(code, PROJECT, holder('50101', 'Admin'))).toBe(adminPasses);
  });

  it('with the rights of an Admin acts as minister and MEI only with their claims, and never sends for others', () => {
    for (const code of CODES) {
      const [claim, organization, adminPasses] = WHO[code];
      const both = holder(organization, 'Admin', claim);
      expect(actsAs(code, PROJECT, both), code).toBe(adminPasses || code === 'MIN' || code === 'MEI');
    }
  });

  it('does not confirm a form after sending it', () => {
    const sender = { ...holder('50112', 'Form_ConfirmationResolve', 'Project_Manage'), id: 7 };
    expect([actsAs('CF', PROJECT, sender), actsAs('PM', PROJECT, sender)]).toEqual([false, true]);
    expect(actsAs('CF', { ...PROJECT, sentBy: null }, sender)).toBe(true);
  });
});
