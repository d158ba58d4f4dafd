import type { ScenarioCalendar } from '@pimis/domain/portfolio/scenario/calendar';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { useText } from '../../../i18n/use-text.ts';
import { IconAlertTriangle, IconCircleCheck } from '../../../ui/icons.ts';
import { useMillions } from './use-millions.ts';

/** The sums of a scenario; they follow each switch at once. Amounts are in millions. */
export function ScenarioFacts({ calendar, count }: { calendar: ScenarioCalendar; count: number }) {
  const { t, amount } = useText();
  const millions = useMillions();
  const whole = (value: bigint) => amount(fromHundredths(value));
  return (
    <dl className="scenario-facts" aria-live="polite">
      <div>
        <dt>{t('scenarios.chosen')}</dt>
        <dd>{t('scenarios.ofAll', { chosen: calendar.chosenCount, all: count })}</dd>
      </div>
      <div>
        <dt>{t('scenarios.marksSum')}</dt>
        <dd>
          {whole(calendar.marks)}
          {calendar.withoutMark > 0 && (
            <span className="meta"> {t('scenarios.withoutMark', { count: calendar.withoutMark })}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('scenarios.worth')}</dt>
        <dd title={whole(calendar.worth)}>{millions(calendar.worth)}</dd>
      </div>
      <div>
        <dt>{t('scenarios.overshoot')}</dt>
        {!calendar.isBounded && <dd>{t('scenarios.unbounded')}</dd>}
        {calendar.isBounded && calendar.overFrom === null && (
          <dd>
            <IconCircleCheck size={16} aria-hidden /> {t('scenarios.within')}
          </dd>
        )}
        {calendar.overFrom !== null && (
          <dd className="late" title={whole(calendar.over)}>
            <IconAlertTriangle size={16} aria-hidden />{' '}
            {t('scenarios.overFrom', { year: calendar.overFrom, amount: millions(calendar.over) })}
          </dd>
        )}
        {calendar.isBounded && calendar.withoutNeeds > 0 && (
          <dd className="meta">{t('scenarios.notCounted', { count: calendar.withoutNeeds })}</dd>
        )}
      </div>
    </dl>
  );
}
