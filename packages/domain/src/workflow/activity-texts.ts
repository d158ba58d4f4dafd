import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { LISTS } from './lists.ts';
import { WORDS } from '../text/words.ts';

/** Texts about events of a project, by the key of the step or activity, used by screens and mails alike. */
export const ACTIVITY_TEXTS: Readonly<Record<string, BilingualText>> = {
  open: pair('Отворена фаза', 'Phase opened'),
  save: pair('Сачуван образац', 'Form saved'),
  lock: pair('Закључан образац', 'Form locked'),
  unlock: pair('Откључан образац', 'Form unlocked'),
  lockMark: pair('Закључана оцена', 'Marks locked'),
  unlockMark: pair('Откључана оцена', 'Marks unlocked'),
  evaluator: pair('Одређен орган за оцену', 'Evaluator named'),
  comment: pair('Додатни коментар', 'Additional comment'),
  listed: pair('Стављен на листу', 'Put on a list'),
  sentToList: pair('Упућен на листу', 'Sent to a list'),
  mergedFrom: pair('Спојен са пројектом', 'Merged with project'),
  mergedInto: pair('Припојен пројекту', 'Merged into project'),
  send: pair('Послато на потврду', 'Sent for confirmation'),
  confirm: pair('Потврђено', 'Confirmed'),
  return: WORDS.returned,
  verify: pair('Верификовано', 'Verified'),
  sendToMinister: pair('Послато министру', 'Sent to the minister'),
  ministerApprove: pair('Министар сагласан', 'Approved by the minister'),
  sendToMinistry: pair('Послато Министарству финансија', 'Sent to the Ministry of Finance'),
  sendToMei: pair('Послато на мишљење МЕИ', 'Sent to MEI'),
  giveOpinion: pair('Дато мишљење МЕИ', 'MEI opinion given'),
  approve: WORDS.approvedOutcome,
  approveImportant: pair('Одобрен посебан значај', 'Special importance approved'),
  updateImportant: pair('Враћено на измену', 'Returned for update'),
  requestChange: pair('Тражена измена обрасца', 'Form change requested'),
  returnForUpdate: pair('Враћено на измену', 'Returned for update'),
  returnToEntry: pair('Враћено на унос', 'Returned to entry'),
  commissionYes: pair('Комисија: усваја се', 'Commission: accepted'),
  commissionNo: pair('Комисија: не усваја се', 'Commission: not accepted'),
  commissionStop: pair('Комисија: обуставља се', 'Commission: stopped'),
  commissionPostpone: pair('Комисија: одлаже се', 'Commission: postponed'),
  commissionAmend: pair('Комисија: тражена допуна', 'Commission: amendment requested'),
  postponementOver: pair('Истекло одлагање', 'Postponement over'),
  quarterOver: pair('Истекао квартал', 'Quarter over'),
  resume: pair('Настављено', 'Resumed'),
  cancelPreImplementation: pair('Отказана предимплементација', 'Pre-implementation cancelled'),
  finish: pair('Пројекат завршен', 'Project finished'),
  archive: pair('Пројекат архивиран', 'Project archived'),
  unarchive: pair('Враћено из архиве', 'Restored from the archive'),
  sendQuarter: pair('Послат квартал', 'Quarter sent'),
  confirmQuarter: pair('Потврђен квартал', 'Quarter confirmed'),
  approveQuarter: pair('Одобрен квартал', 'Quarter approved'),
  addQuarter: pair('Додат квартал', 'Quarter added'),
  sendPhase: pair('Послата фаза', 'Phase sent'),
  proposeRationalization: pair('Предложена рационализација', 'Rationalization proposed'),
  withdrawProposal: pair('Повучен предлог', 'Proposal withdrawn'),
  requestCorrection: pair('Тражена корекција', 'Correction requested'),
  openCorrection: pair('Отворена корекција', 'Correction opened'),
  refuseCorrection: pair('Одбијена корекција', 'Correction refused'),
  withdrawCorrection: pair('Повучена корекција', 'Correction withdrawn'),
  sendAmendment: pair('Послата допуна', 'Amendment sent'),
  approveAmendment: pair('Одобрена допуна', 'Amendment approved'),
  confirmAmendment: pair('Потврђена допуна', 'Amendment confirmed'),
};

/** The words of an activity; null for none and for one without words. */
export const activityText = (key: string | null): BilingualText | null => ACTIVITY_TEXTS[key ?? ''] ?? null;

/**
 * The comment of an activity if the system wrote it, otherwise null. When a project is put on a list, the comment is
 * the list's name, which looks like a quarter (2026-2); when it is sent to a list, the comment is the list's title,
 * stored in Serbian.
 */
export function activityComment(key: string | null, comment: string): BilingualText | null {
  if (key === 'listed') return pair(`Листа „${comment}“`, `List “${comment}”`);
  return (key === 'sentToList' && LISTS.find(({ title }) => title.sr === comment)?.title) || null;
}
