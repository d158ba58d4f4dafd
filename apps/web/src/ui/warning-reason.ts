import type { PortfolioWarning } from '@pimis/contract/portfolio/progress';
import { percentAbove, percentBehind } from '@pimis/domain/indicators/progress-words';
import { quarterText } from '@pimis/domain/dates/quarter-text';
import { useText } from '../i18n/use-text.ts';

/** Writes the reason for a project's warning, with its figures. */
export function useWarningReason(): (warning: PortfolioWarning) => string {
  const { t, charts, date, decimal, pair } = useText();
  const percent = (text: string | null) => (text === null ? '' : `${decimal(text)}\u00a0%`);
  return ({ key, quarter, plannedEnd, waitingSince, spi, cpi, eac, bac }) =>
    t(`warnings.reasons.${key}`, {
      behind: percent(percentBehind(spi)),
      above: percent(percentAbove(cpi)),
      quarter: quarter ? pair(quarterText(quarter)) : t('warnings.noQuarter'),
      end: plannedEnd ? date(plannedEnd) : '',
      since: waitingSince ? date(waitingSince) : '',
      eac: charts.amount.short(Number(eac ?? 0)),
      bac: charts.amount.short(Number(bac ?? 0)),
    });
}
