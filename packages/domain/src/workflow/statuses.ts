import type { BilingualText } from '../text/bilingual-text.ts';
import { inSentenceCase } from '../text/sentence-case.ts';
import { phaseInfo } from './phases.ts';
import { WORDS } from '../text/words.ts';

/** Colour family of a status chip (docs/look.md, "Status chips"). */
export type StatusFamily = 'entry' | 'waiting' | 'commission' | 'request' | 'paused' | 'approved' | 'stopped';

export interface StatusInfo {
  id: number;
  label: BilingualText;
  family: StatusFamily;
}

function status(id: number, family: StatusFamily, sr: string, en: string): StatusInfo {
  return { id, family, label: { sr, en } };
}

/** Phase status codes by name (specification, third document, "Phase statuses relevant to forms"). */
export const PHASE_STATUS = {
  entry: 1,
  waitingConfirmation: 2,
  waitingApproval: 3,
  approved: 4,
  rationalizationProposal: 5,
  waitingCommission: 6,
  correction: 7,
  postponed: 8,
  stopped: 9,
  rationalizationAccepted: 10,
  cancelled: 11,
  quarterWaitingConfirmation: 12,
  quarterWaitingApproval: 13,
  ideaList: 14,
  identificationList: 15,
  preparednessList: 16,
  importantList: 17,
  dormant: 18,
  sentForVerification: 19,
  verified: 20,
  sentToMinister: 21,
  ministerApproved: 22,
  sentToMei: 23,
  meiOpinionGiven: 24,
  formChangeRequested: 25,
  correctionRequested: 26,
  correctionApproved: 27,
  correctionList: 28,
  correctionAmendment: 29,
  rationalizationPostponed: 30,
  rationalizationShutdown: 31,
  reserved: 32,
  amendmentWaitingApproval: 33,
  amendmentWaitingConfirmation: 34,
} as const;

/** Phase statuses (specification, "Phase status codes"). 32 is never reached. */
export const STATUSES: readonly StatusInfo[] = [
  status(PHASE_STATUS.entry, 'entry', 'Унос', 'Entry'),
  status(PHASE_STATUS.waitingConfirmation, 'waiting', 'Чека потврду', 'Waiting for confirmation'),
  status(PHASE_STATUS.waitingApproval, 'waiting', 'Чека одобрење', 'Waiting for approval'),
  status(PHASE_STATUS.approved, 'approved', WORDS.approvedOutcome.sr, 'Approved'),
  status(PHASE_STATUS.rationalizationProposal, 'commission', 'Предлог рационализације', 'Rationalization proposal'),
  status(PHASE_STATUS.waitingCommission, 'commission', 'Чека одлуку комисије', 'Waiting for the commission'),
  status(PHASE_STATUS.correction, 'request', 'У корекцији', 'In correction'),
  status(PHASE_STATUS.postponed, 'paused', WORDS.postponed.sr, 'Postponed'),
  status(PHASE_STATUS.stopped, 'stopped', WORDS.stopped.sr, 'Stopped'),
  status(PHASE_STATUS.rationalizationAccepted, 'commission', 'Прихваћена рационализација', 'Rationalization accepted'),
  status(PHASE_STATUS.cancelled, 'stopped', 'Отказано', 'Cancelled'),
  status(
    PHASE_STATUS.quarterWaitingConfirmation,
    'waiting',
    'Чека потврду квартала',
    'Quarter waiting for confirmation',
  ),
  status(PHASE_STATUS.quarterWaitingApproval, 'waiting', 'Чека одобрење квартала', 'Quarter waiting for approval'),
  status(PHASE_STATUS.ideaList, 'commission', 'Чека листу идеје', 'Waiting for the idea list'),
  status(
    PHASE_STATUS.identificationList,
    'commission',
    'Чека листу идентификације',
    'Waiting for the identification list',
  ),
  status(PHASE_STATUS.preparednessList, 'commission', 'Чека листу спремности', 'Waiting for the preparedness list'),
  status(
    PHASE_STATUS.importantList,
    'commission',
    'Посебан значај: чека листу',
    'Special importance: waiting for a list',
  ),
  status(PHASE_STATUS.dormant, 'paused', 'Мировање', 'Dormant'),
  status(PHASE_STATUS.sentForVerification, 'waiting', 'Послато на верификацију', 'Sent for verification'),
  status(PHASE_STATUS.verified, 'waiting', 'Верификовано', 'Verified'),
  status(PHASE_STATUS.sentToMinister, 'waiting', 'Послато министру', 'Sent to the minister'),
  status(PHASE_STATUS.ministerApproved, 'waiting', 'Министар сагласан', 'Approved by the minister'),
  status(PHASE_STATUS.sentToMei, 'waiting', 'Послато на мишљење МЕИ', 'Sent to MEI for an opinion'),
  status(PHASE_STATUS.meiOpinionGiven, 'waiting', 'Мишљење МЕИ дато', 'MEI opinion given'),
  status(PHASE_STATUS.formChangeRequested, 'request', 'Тражена измена обрасца', 'Form change requested'),
  status(PHASE_STATUS.correctionRequested, 'request', 'Тражена корекција', 'Correction requested'),
  status(PHASE_STATUS.correctionApproved, 'approved', 'Корекција усвојена', 'Correction accepted'),
  status(PHASE_STATUS.correctionList, 'commission', 'Чека листу корекције', 'Waiting for the correction list'),
  status(PHASE_STATUS.correctionAmendment, 'request', 'Допуна корекције', 'Amendment of the correction'),
  status(PHASE_STATUS.rationalizationPostponed, 'paused', 'Рационализација одложена', 'Rationalization postponed'),
  status(
    PHASE_STATUS.rationalizationShutdown,
    'stopped',
    'Обустављено рационализацијом',
    'Shut down by rationalization',
  ),
  status(PHASE_STATUS.reserved, 'stopped', 'Резервисано', 'Reserved'),
  status(PHASE_STATUS.amendmentWaitingApproval, 'waiting', 'Допуна чека одобрење', 'Amendment waiting for approval'),
  status(
    PHASE_STATUS.amendmentWaitingConfirmation,
    'waiting',
    'Допуна чека потврду',
    'Amendment waiting for confirmation',
  ),
];

const BY_ID = new Map(STATUSES.map((entry) => [entry.id, entry]));

export function statusInfo(id: number): StatusInfo {
  const found = BY_ID.get(id);
  if (!found) throw new RangeError(`No status ${id}`);
  return found;
}

/** A status that begins with the title of its phase says both. */
function together(phase: string, status: string): string {
  return status.startsWith(`${phase}:`) ? status : `${phase}: ${inSentenceCase(status)}`;
}

/** Where a project stands: "Идеја: послато министру". */
export function stateText(phase: number, status: number): BilingualText {
  const { title } = phaseInfo(phase);
  const { label } = statusInfo(status);
  return { sr: together(title.sr, label.sr), en: together(title.en, label.en) };
}

/** Statuses in which its organization fills in the form of a phase. */
export const ENTRY_STATUSES: readonly number[] = [PHASE_STATUS.entry, PHASE_STATUS.correctionAmendment];
/** Statuses in which a project rests until the commission's day (docs/workflow.md, "Commission"). */
export const POSTPONED_STATUSES: readonly number[] = [PHASE_STATUS.postponed, PHASE_STATUS.rationalizationPostponed];
/** Statuses in which a project waits for a list (docs/workflow.md, "Commission"). */
export const LIST_STATUSES: readonly number[] = [
  PHASE_STATUS.rationalizationProposal,
  PHASE_STATUS.rationalizationAccepted,
  PHASE_STATUS.ideaList,
  PHASE_STATUS.identificationList,
  PHASE_STATUS.preparednessList,
  PHASE_STATUS.importantList,
  PHASE_STATUS.correctionList,
];
/** Statuses of a phase that a project has passed with an approval. */
export const PASSED_STATUSES: readonly number[] = [PHASE_STATUS.approved, PHASE_STATUS.correctionApproved];
/** Statuses that end a phase: nothing more is waited for in it. */
export const CLOSING_STATUSES: readonly number[] = [
  ...PASSED_STATUSES,
  PHASE_STATUS.stopped,
  PHASE_STATUS.cancelled,
  PHASE_STATUS.rationalizationShutdown,
];

const DEFAULT_STEP_NORM_DAYS = 7;
const ENTRY_NORM_DAYS = 30;
const AMENDMENT_NORM_DAYS = 15;
const COMMISSION_NORM_DAYS = 30;

/** Statuses whose step may take longer than others, with its days. */
const STEP_NORM_DAYS: Readonly<Record<number, number>> = {
  [PHASE_STATUS.entry]: ENTRY_NORM_DAYS,
  [PHASE_STATUS.correctionAmendment]: AMENDMENT_NORM_DAYS,
  ...Object.fromEntries(LIST_STATUSES.map((id) => [id, COMMISSION_NORM_DAYS])),
  [PHASE_STATUS.waitingCommission]: COMMISSION_NORM_DAYS,
};

/** Days a step may take at a status before it counts as late (ours: the specification names none). */
export function stepNormDays(phaseStatus: number): number {
  return STEP_NORM_DAYS[phaseStatus] ?? DEFAULT_STEP_NORM_DAYS;
}
