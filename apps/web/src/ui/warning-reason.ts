import type { PortfolioWarning } from '@pimis/contract/portfolio/progress';
import { useText } from '../i18n/use-text.ts';

/** Writes why a project is warned of, with its figures. */
export function useWarningReason(): (warning: PortfolioWarning) => string {
  const { t, charts, date, decimal } = useText();
  const index = (text: string | null) => (text === null ? '' : decimal(text));
  return ({ key, quarter, plannedEnd, waitingSince, spi, cpi, eac, bac }) =>
    t(`warnings.reasons.${key}`, {
      spi: index(spi),
      cpi: index(cpi),
      quarter: quarter ? `${quarter.year}-${quarter.quarter}` : t('warnings.noQuarter'),
      end: plannedEnd ? date(plannedEnd) : '',
      since: waitingSince ? date(waitingSince) : '',
      eac: charts.amount.short(Number(eac ?? 0)),
      bac: charts.amount.short(Number(bac ?? 0)),
    });
}
