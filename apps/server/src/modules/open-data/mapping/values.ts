import { isDay } from '@pimis/domain/dates/dates';
import { fromHundredths, toHundredths } from '@pimis/domain/money/decimal';
import { plain } from '@pimis/markdown/plain';
import { trimmed } from '@pimis/domain/text/blank';
import type { Period, Value } from './oc4ids.ts';

/** A decimal string in RSD as an amount; undefined for anything else. */
export function amountOf(text: unknown): Value | undefined {
  const hundredths = toHundredths(text);
  return hundredths === null ? undefined : rsd(hundredths);
}

export function rsd(hundredths: bigint): Value {
  return { amount: Number(fromHundredths(hundredths)), currency: 'RSD' };
}

/** The first and the last instant of a day. Days of the product have no time; the standard asks for one. */
export const dayStart = (day: string): string => `${day}T00:00:00Z`;
export const dayEnd = (day: string): string => `${day}T23:59:59Z`;

/** A period of days, without invalid days and without an end before the start. Undefined if nothing is left. */
export function periodOf(first: unknown, last: unknown): Period | undefined {
  const start = isDay(first) ? first : undefined;
  const end = isDay(last) && (start === undefined || last >= start) ? last : undefined;
  if (start === undefined && end === undefined) return undefined;
  return {
    ...(start === undefined ? {} : { startDate: dayStart(start) }),
    ...(end === undefined ? {} : { endDate: dayEnd(end) }),
  };
}

/** A single line without any Markdown, as most texts are: parsing them would take a fifth of a project's time. */
const NO_MARKDOWN = /^(?!\d+[.)]|[-+=])(?!.*(?:www\.| {2}))[^\\`*_[\]#<>|~&@:\n\r\t]*$/i;

/** Text without Markdown, on one line; undefined when it is empty. */
export function textOnly(markdown: unknown): string | undefined {
  if (typeof markdown !== 'string') return undefined;
  const given = markdown.trim();
  return trimmed(NO_MARKDOWN.test(given) ? given : plain(markdown)) || undefined;
}

/** One line as it was typed; undefined when it is empty. */
export function line(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return trimmed(text) || undefined;
}

/** The object without its undefined values. */
export function present<Given extends Record<string, unknown>>(
  given: Given,
): { [Key in keyof Given]: Exclude<Given[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}

/** The list; undefined when it is empty, because the standard does not allow empty lists. */
export function nonEmpty<Item>(list: readonly Item[]): Item[] | undefined {
  return list.length === 0 ? undefined : [...list];
}
