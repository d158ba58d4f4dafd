import type { Notice, NoticeInput } from '@pimis/contract/notices';
import { isDay } from '@pimis/domain/dates/dates';
import { USUAL_PRIORITY } from '@pimis/domain/notices/notices';
import { lockComingNotices } from '../../modules/notices/queries.ts';
import { createNotice, deleteNotice, updateNotice } from '../../modules/notices/service.ts';
import { today } from '../../platform/context.ts';
import { atPlace, changeLine, type Import, OPERATOR } from './changes.ts';
import type { SettingsFile } from './file.ts';

type Values = Omit<Notice, 'id'>;

const valuesOf = (input: NoticeInput): Values => ({
  title: input.title,
  text: input.text,
  titleEn: input.titleEn ?? null,
  textEn: input.textEn ?? null,
  startDate: input.startDate,
  endDate: input.endDate,
  timeFrom: input.timeFrom ?? null,
  timeTo: input.timeTo ?? null,
  priority: input.priority ?? USUAL_PRIORITY,
});

const nameOf = ({ startDate, title }: Pick<Values, 'startDate' | 'title'>): string => `${startDate} ${title}`;

/** Notices that have not ended, by their first day and title: numbers differ between installations. */
export async function noticesAsSet({ tx, context }: Pick<Import, 'tx' | 'context'>): Promise<Values[]> {
  const notices = (await lockComingNotices(tx, today(context))).map(valuesOf);
  const keyOf = (notice: Values) => `${nameOf(notice)} ${JSON.stringify(notice)}`;
  return notices.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/**
 * Changes notices to those of a file; returns a line for each change. Ended notices are history: existing ones stay,
 * and those of the file are ignored, so that a file does not become invalid with time. Error: Refused.
 */
export async function setNotices({ context, tx }: Import, wanted: SettingsFile['notices']): Promise<string[]> {
  if (!wanted) return [];
  const inside = { ...context, db: tx };
  const day = today(context);
  const lines: string[] = [];
  const left = await lockComingNotices(tx, day);
  /** Takes the first notice of those that are left. */
  const take = (matches: (notice: Values) => boolean): Notice | undefined => {
    const index = left.findIndex(matches);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const entries = wanted.map((input, index) => ({ place: `notices[${index}]`, values: valuesOf(input) }));
  const coming = entries.filter(({ values: { endDate } }) => endDate >= day || !isDay(endDate));
  // Two notices may have the same day and title: unchanged ones are matched first.
  const changed = coming.filter(({ values }) => !take((notice) => changeLine('', valuesOf(notice), values) === null));
  for (const { place, values } of changed) {
    const name = `notice ${nameOf(values)}`;
    const present = take((notice) => nameOf(notice) === nameOf(values));
    if (present) {
      await atPlace(place, () => updateNotice(inside, present.id, values, OPERATOR));
      lines.push(changeLine(name, valuesOf(present), values) ?? `~ ${name}`);
    } else {
      await atPlace(place, () => createNotice(inside, null, values, OPERATOR, values.startDate));
      lines.push(`+ ${name}`);
    }
  }
  for (const notice of left) {
    await deleteNotice(inside, notice.id, OPERATOR);
    lines.push(`- notice ${nameOf(notice)}`);
  }
  return lines;
}
