import { SECTORS } from '@pimis/domain/constants';
import { isDay } from '@pimis/domain/dates/dates';
import { PHASES } from '@pimis/domain/workflow/phases';

/** The choice of the screen, in its address, so that bookmarks work. */
export interface ReportChoice {
  /** The report whose first rows are shown. */
  report?: string | undefined;
  day?: string | undefined;
  organization?: string | undefined;
  phase?: number | undefined;
  sector?: number | undefined;
}

const among = (value: unknown, allowed: readonly number[]) =>
  allowed.find((one) => one === Number(value) && value !== '');

/** Reads an address; invalid parts are ignored. */
export function readChoice(search: Readonly<Record<string, unknown>>): ReportChoice {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
  const day = text(search.day);
  return {
    report: text(search.report),
    day: isDay(day) ? day : undefined,
    organization: text(search.organization),
    phase:
      search.phase === undefined
        ? undefined
        : among(
            search.phase,
            PHASES.map(({ id }) => id),
          ),
    sector: among(search.sector, SECTORS),
  };
}
