import type { ProgressFigures } from '@pimis/contract/portfolio/progress';
import { fromThousandths, indexesOf } from '@pimis/domain/indicators/earned-value';
import { fromHundredths, totalHundredths } from '@pimis/domain/money/decimal';

/** The summed amounts; decimal strings in RSD. */
export interface Sums {
  bac: string;
  pv: string;
  ev: string;
  ac: string;
}

const amount = (text: string): bigint => totalHundredths(text) ?? 0n;

/** The figures that follow from sums, by the same function for a group and for one project. */
export function figuresOf({ bac, pv, ev, ac }: Sums): ProgressFigures {
  const of = indexesOf({ bac: amount(bac), pv: amount(pv), ev: amount(ev), ac: amount(ac) });
  const money = (value: bigint | null) => (value === null ? null : fromHundredths(value));
  const index = (value: bigint | null) => (value === null ? null : fromThousandths(value));
  return {
    bac,
    pv,
    ev,
    ac,
    sv: fromHundredths(of.sv),
    cv: fromHundredths(of.cv),
    spi: index(of.spi),
    cpi: index(of.cpi),
    eac: money(of.eac),
    etc: money(of.etc),
    vac: money(of.vac),
    tcpi: index(of.tcpi),
  };
}
