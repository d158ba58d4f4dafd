import { memo, useMemo } from 'react';
import { fromHundredths } from '@pimis/domain/money/decimal';
import type { ScenarioCalendar } from '@pimis/domain/portfolio/scenario/calendar';
import { type YearUnderCeilings, yearsUnderCeilings } from '@pimis/domain/portfolio/scenario/years';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { useText } from '../../../i18n/use-text.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { useMillions } from './use-millions.ts';

/** The years of a scenario under its ceilings, all sources together, in millions. */
export const YearTable = memo(function YearTable({ calendar }: { calendar: ScenarioCalendar }) {
  const { t } = useText();
  const rows = useMemo(() => yearsUnderCeilings(calendar), [calendar]);
  // Without any ceiling there is nothing to compare with.
  const isBounded = rows.some(({ ceiling }) => ceiling !== null);
  return (
    <table className="year-table">
      <caption className="visually-hidden">{t('scenarios.calendar')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('scenarios.year')}</th>
          <th scope="col">{t('scenarios.needs')}</th>
          {isBounded && (
            <>
              <th scope="col">{t('scenarios.ceiling')}</th>
              <th scope="col">{t('scenarios.left')}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <YearRow key={row.year} row={row} isBounded={isBounded} />
        ))}
      </tbody>
    </table>
  );
});

interface YearRowProps {
  row: YearUnderCeilings;
  /** Some year has a ceiling. */
  isBounded: boolean;
}

function YearRow({ row, isBounded }: YearRowProps) {
  const { amount } = useText();
  const millions = useMillions();
  const whole = (value: bigint) => amount(fromHundredths(value));
  const { year, need, over } = row;
  return (
    <tr data-over={over > 0n || undefined}>
      <th scope="row">{year}</th>
      <td title={whole(need)}>{need === 0n ? '–' : millions(need)}</td>
      {isBounded && <UnderCeilings row={row} />}
    </tr>
  );
}

function UnderCeilings({ row }: { row: YearUnderCeilings }) {
  const { t, pair, list, amount } = useText();
  const millions = useMillions();
  const whole = (value: bigint) => amount(fromHundredths(value));
  const { ceiling, unbounded, free, over, overSources } = row;
  return (
    <>
      <td title={ceiling === null ? undefined : whole(ceiling)}>
        {ceiling === null ? <span className="meta">{t('fiscal.noCeiling')}</span> : millions(ceiling)}
        {ceiling !== null && unbounded > 0n && (
          <span className="year-note" title={whole(unbounded)}>
            {t('scenarios.unboundedPart', { amount: millions(unbounded) })}
          </span>
        )}
      </td>
      {over > 0n ? (
        <td className="late" title={whole(over)}>
          <IconAlertTriangle size={14} aria-hidden /> {t('scenarios.overBy', { amount: millions(over) })}
          <span className="year-note">
            {list(
              overSources.map((source) => pair(sourceText(source))),
              'and',
            )}
          </span>
        </td>
      ) : (
        <td title={ceiling === null ? undefined : whole(free)}>{ceiling === null ? '–' : millions(free)}</td>
      )}
    </>
  );
}
