import type { Claim } from '../access/claims.ts';
import { ADMINISTRATION_ORGANIZATION, MEI_ORGANIZATION } from '../constants.ts';

/** Actors of a step; ACTORS has their organizations (docs/workflow.md, "Who"). */
export type ActorCode = 'PM' | 'CF' | 'AP' | 'ADM' | 'VER' | 'IAP' | 'MIN' | 'MEI' | 'SEND' | 'MEISEND' | 'REQ' | 'COM';

/** The user as the workflow sees them. */
export interface ActingUser {
  id: number;
  organizationId: string;
  claims: ReadonlySet<Claim>;
}

/** The facts of a project that determine its actors. */
export interface ActorFacts {
  organizationId: string;
  proposerOrganizationId: string;
  /** The sender of the project that waits for confirmation. */
  sentBy: number | null;
}

export interface Actor {
  claim: Claim;
  /** The organization of the actors. */
  side: 'own' | 'proposer' | 'administration' | 'mei';
  /** Only the claim counts, in any organization; `side` is the usual one. */
  anywhere?: true;
  /** Admins pass as this actor, act as everybody else does, or never do. */
  admins: 'pass' | 'asOthers' | 'never';
  /** The person who sent it may not confirm it. */
  notSender?: true;
}

/**
 * The conditions of each actor, for checking one user and for finding all of them (docs/workflow.md, "Who"). While MEI
 * has a form, only MEI or an Admin can request a change of it: there the table names MEI and ADM instead of REQ.
 */
export const ACTORS: Readonly<Record<ActorCode, Actor>> = {
  PM: { claim: 'Project_Manage', side: 'own', admins: 'pass' },
  CF: { claim: 'Form_ConfirmationResolve', side: 'own', admins: 'pass', notSender: true },
  AP: { claim: 'Form_ApprovalResolve', side: 'administration', admins: 'pass' },
  ADM: { claim: 'Admin', side: 'administration', admins: 'pass' },
  VER: { claim: 'Project_Idea_Verification', side: 'proposer', admins: 'pass' },
  IAP: { claim: 'Project_Idea_Approval', side: 'proposer', admins: 'pass' },
  MIN: { claim: 'Minister', side: 'proposer', admins: 'asOthers' },
  MEI: { claim: 'Mei', side: 'mei', anywhere: true, admins: 'asOthers' },
  // Stryker disable next-line StringLiteral: any other name does the same.
  SEND: { claim: 'Project_Send_Ministry', side: 'proposer', admins: 'never' },
  // Stryker disable next-line StringLiteral: any other name does the same.
  MEISEND: { claim: 'Mei_Approval_Comment_Send', side: 'proposer', admins: 'never' },
  REQ: { claim: 'Send_Request_Change_Form', side: 'administration', admins: 'pass' },
  COM: { claim: 'Project_ListManage', side: 'administration', admins: 'pass' },
};

/** The organizations of the sides that are the same for every project. */
export const CENTRAL_SIDES = { administration: ADMINISTRATION_ORGANIZATION, mei: MEI_ORGANIZATION } as const;

/** The organization of a side on this project. */
export function organizationOfSide(
  side: Actor['side'],
  facts: Pick<ActorFacts, 'organizationId' | 'proposerOrganizationId'>,
): string {
  if (side === 'own') return facts.organizationId;
  return side === 'proposer' ? facts.proposerOrganizationId : CENTRAL_SIDES[side];
}

/** Does the user act as this actor on this project? */
export function actsAs(code: ActorCode, facts: ActorFacts, user: ActingUser): boolean {
  const actor = ACTORS[code];
  if (actor.admins !== 'asOthers' && user.claims.has('Admin')) return actor.admins === 'pass';
  if (!user.claims.has(actor.claim)) return false;
  if (actor.notSender && user.id === facts.sentBy) return false;
  return actor.anywhere === true || user.organizationId === organizationOfSide(actor.side, facts);
}
