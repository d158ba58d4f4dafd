import { YearBars } from '@pimis/charts/year-bars';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { needsByYear } from '@pimis/domain/portfolio/scenario/calendar';
import { type Candidate, isChosen } from '@pimis/domain/portfolio/scenario/types';
import { useText } from '../../../i18n/use-text.ts';
import { useMillions } from './use-millions.ts';

const WIDTH = 96;
const HUNDREDTHS = 100;

/**
 * The needs of a candidate: their sum, and small bars over the years of the calendar. A project without them says so.
 */
export function CandidateNeeds({ candidate, first, last }: { candidate: Candidate; first: number; last: number }) {
  const { t, amount } = useText();
  const millions = useMillions();
  const needs = needsByYear(candidate);
  const [begin, end] = [needs[0], needs.at(-1)];
  if (!begin || !end) return <span className="candidate-uncounted">{t('scenarios.noYears')}</span>;
  const sum = needs.reduce((total, need) => total + need.amount, 0n);
  const ofYear = new Map(needs.map((need) => [need.year, Number(need.amount) / HUNDREDTHS]));
  return (
    <>
      <YearBars
        title={needs.map((need) => `${need.year}: ${millions(need.amount)}`).join('; ')}
        width={WIDTH}
        values={Array.from({ length: last - first + 1 }, (_, index) => ofYear.get(first + index) ?? 0)}
        isMuted={!isChosen(candidate)}
      />
      <span className="candidate-note" title={amount(fromHundredths(sum))}>
        {begin.year === end.year ? begin.year : `${begin.year}–${end.year}`}: {millions(sum)}
      </span>
    </>
  );
}
