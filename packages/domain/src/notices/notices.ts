import { isDay } from '../dates/dates.ts';
import { isBlank } from '../text/blank.ts';

export const NOTICE_TITLE_LENGTH = 120;
export const NOTICE_TEXT_LENGTH = 2000;
export const NOTICE_PRIORITIES = [1, 2, 3] as const;
/** The priority of a notice without one. */
export const USUAL_PRIORITY = 2;

/** A stored priority as one that is known; the usual one for others. */
export const priorityOf = ({ priority }: { priority: number }) =>
  NOTICE_PRIORITIES.find((one) => one === priority) ?? USUAL_PRIORITY;

/** HH:MM of a day. */
export const TIME_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

export interface NoticeValues {
  title: string;
  text: string;
  /** The same in English: both or neither. */
  titleEn: string | null;
  textEn: string | null;
  startDate: string;
  endDate: string;
  timeFrom: string | null;
  timeTo: string | null;
}

export type NoticeProblem =
  | 'EmptyField'
  | 'InvalidField'
  | 'NoticeStartDatePassed'
  | 'NoticeEndBeforeStart'
  | 'NoticeTimeOrder';

const TIME = new RegExp(TIME_PATTERN);

/**
 * Errors of a notice by field (specification, "The error catalogue", notice validation). A notice that has begun keeps
 * its first day `begunOn`.
 */
export function noticeProblems(
  notice: NoticeValues,
  today: string,
  begunOn?: string,
): Partial<Record<keyof NoticeValues, NoticeProblem>> {
  const problems: Partial<Record<keyof NoticeValues, NoticeProblem>> = {};
  for (const field of ['title', 'text'] as const) if (isBlank(notice[field])) problems[field] = 'EmptyField';
  const english = { titleEn: notice.titleEn ?? '', textEn: notice.textEn ?? '' };
  if (!isBlank(english.titleEn) || !isBlank(english.textEn)) {
    for (const field of ['titleEn', 'textEn'] as const) if (isBlank(english[field])) problems[field] = 'EmptyField';
  }
  for (const field of ['startDate', 'endDate'] as const) {
    if (notice[field] === '') problems[field] = 'EmptyField';
    else if (!isDay(notice[field])) problems[field] = 'InvalidField';
  }
  for (const field of ['timeFrom', 'timeTo'] as const) {
    const time = notice[field];
    if (time !== null && !TIME.test(time)) problems[field] = 'InvalidField';
  }
  const { startDate, endDate, timeFrom, timeTo } = notice;
  if (!problems.startDate && startDate < today && startDate !== begunOn) problems.startDate = 'NoticeStartDatePassed';
  if (!problems.endDate && isDay(startDate) && endDate < startDate) problems.endDate = 'NoticeEndBeforeStart';
  // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
  if (!problems.timeTo && timeFrom !== null && timeTo !== null && timeTo <= timeFrom)
    problems.timeTo = 'NoticeTimeOrder';
  return problems;
}
