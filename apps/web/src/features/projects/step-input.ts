import type { ActionRequest, AvailableAction } from '@pimis/contract/projects';
import { addDays, isDay } from '@pimis/domain/dates/dates';
import { isBlank } from '@pimis/domain/text/blank';

/** The user's input for a step. */
export interface StepInput {
  comment: string;
  date: string | null;
  postponed: string | null;
}

/** The days accepted by the fields of a step, which also show them. */
export interface DayBounds {
  latestDate: string | undefined;
  earliestPostponement: string | undefined;
}

export const boundsOf = ({ date }: StepInput, today: string | undefined): DayBounds => ({
  latestDate: today,
  earliestPostponement: isDay(date) ? addDays(date, 1) : undefined,
});

export function isOutOfBounds({ needs }: AvailableAction, input: StepInput, bounds: DayBounds): boolean {
  const { date, postponed } = input;
  const { latestDate, earliestPostponement } = bounds;
  return (
    (needs.date && date !== null && latestDate !== undefined && date > latestDate) ||
    (needs.postponedDate &&
      postponed !== null &&
      earliestPostponement !== undefined &&
      postponed < earliestPostponement)
  );
}

/** Required input that is missing. */
export const missingOf = ({ needs }: AvailableAction, { comment, date, postponed }: StepInput) => ({
  comment: needs.comment && isBlank(comment),
  date: needs.date && !isDay(date),
  postponedDate: needs.postponedDate && !isDay(postponed),
});

export const requestOf = (
  { action, needs }: AvailableAction,
  { comment, date, postponed }: StepInput,
): ActionRequest => ({
  action,
  ...(isBlank(comment) ? {} : { comment: comment.trim() }),
  ...(needs.date ? { date } : {}),
  ...(needs.postponedDate ? { postponedDate: postponed } : {}),
});
