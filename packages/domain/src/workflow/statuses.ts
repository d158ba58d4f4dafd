import type { TextPair } from '../text/pair.ts';

/** Colour family of a status chip (the look page, "Status chips"). */
export type StatusFamily = 'entry' | 'waiting' | 'commission' | 'request' | 'paused' | 'approved' | 'stopped';

export interface StatusInfo {
  id: number;
  label: TextPair;
  family: StatusFamily;
}

function status(id: number, family: StatusFamily, sr: string, en: string): StatusInfo {
  return { id, family, label: { sr, en } };
}

/** Phase statuses (specification, "Phase status codes"; readings settled by the workflow page). 32 is never reached. */
export const STATUSES: readonly StatusInfo[] = [
  status(1, 'entry', 'Унос', 'Entry'),
  status(2, 'waiting', 'Чека потврду', 'Waiting for confirmation'),
  status(3, 'waiting', 'Чека одобрење', 'Waiting for approval'),
  status(4, 'approved', 'Одобрено', 'Approved'),
  status(5, 'commission', 'Предлог рационализације', 'Rationalization proposal'),
  status(6, 'commission', 'Чека одлуку комисије', 'Waiting for the commission'),
  status(7, 'request', 'У корекцији', 'In correction'),
  status(8, 'paused', 'Одложено', 'Postponed'),
  status(9, 'stopped', 'Обустављено', 'Stopped'),
  status(10, 'commission', 'Прихваћена рационализација', 'Rationalization accepted'),
  status(11, 'stopped', 'Отказано', 'Cancelled'),
  status(12, 'waiting', 'Чека потврду квартала', 'Quarter waiting for confirmation'),
  status(13, 'waiting', 'Чека одобрење квартала', 'Quarter waiting for approval'),
  status(14, 'commission', 'Чека листу идеја', 'Waiting for the idea list'),
  status(15, 'commission', 'Чека листу идентификације', 'Waiting for the identification list'),
  status(16, 'commission', 'Чека листу спремности', 'Waiting for the preparedness list'),
  status(17, 'commission', 'Посебан значај: чека листу', 'Important: waiting for a list'),
  status(18, 'paused', 'Мировање', 'Dormant'),
  status(19, 'waiting', 'Послато на верификацију', 'Sent for verification'),
  status(20, 'waiting', 'Верификовано', 'Verified'),
  status(21, 'waiting', 'Послато министру', 'Sent to the minister'),
  status(22, 'waiting', 'Министар сагласан', 'Approved by the minister'),
  status(23, 'waiting', 'Послато на мишљење МЕИ', 'Sent to MEI for an opinion'),
  status(24, 'waiting', 'Мишљење МЕИ дато', 'MEI opinion given'),
  status(25, 'request', 'Тражена измена обрасца', 'Form change requested'),
  status(26, 'request', 'Тражена корекција', 'Correction requested'),
  status(27, 'approved', 'Корекција усвојена', 'Correction approved'),
  status(28, 'commission', 'Чека листу корекција', 'Waiting for the correction list'),
  status(29, 'request', 'Допуна корекције', 'Correction amendment'),
  status(30, 'paused', 'Рационализација одложена', 'Rationalization postponed'),
  status(31, 'stopped', 'Обустављено рационализацијом', 'Shut down by rationalization'),
  status(32, 'stopped', 'Резервисано', 'Reserved'),
  status(33, 'waiting', 'Допуна чека одобрење', 'Amendment waiting for approval'),
  status(34, 'waiting', 'Допуна чека потврду', 'Amendment waiting for confirmation'),
];

const BY_ID = new Map(STATUSES.map((entry) => [entry.id, entry]));

export function statusInfo(id: number): StatusInfo {
  const found = BY_ID.get(id);
  if (!found) throw new RangeError(`No status ${id}`);
  return found;
}

export const COMMISSION_STATUS = 6;
export const ENTRY_STATUS = 1;
/** Statuses in which a project rests until the commission's day (workflow page, "Commission"). */
export const POSTPONED_STATUSES: readonly number[] = [8, 30];
/** Statuses in which a project waits for a list (workflow page, "Commission"). */
export const LIST_STATUSES: readonly number[] = [5, 10, 14, 15, 16, 17, 28];
