import { useState } from 'react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import type { ScenarioCalendar } from '@pimis/domain/portfolio/scenario/calendar';
import { useText } from '../../../i18n/use-text.ts';
import { CeilingDialog } from '../calendar/CeilingDialog.tsx';
import { type NeedCell, NeedTable } from '../calendar/NeedTable.tsx';

interface ScenarioNeedsProps {
  ceilings: Scenario['ceilings'];
  calendar: Pick<ScenarioCalendar, 'years' | 'sources'>;
  cells: ReadonlyMap<string, NeedCell>;
  /** Null for users who can only read. */
  onChange: ((ceilings: Scenario['ceilings']) => void) | null;
}

/**
 * The needs of a scenario by year and source, with its ceilings. The dialog's state is kept here, not in the page, so
 * that opening it does not render hundreds of candidates and the chart again.
 */
export function ScenarioNeeds({ ceilings, calendar, cells, onChange }: ScenarioNeedsProps) {
  const { t } = useText();
  const [ceiling, setCeiling] = useState<{ year: number; source: string } | null>(null);
  const [open] = useState(() => (year: number, source: string) => setCeiling({ year, source }));
  const isOpened = (one: { year: number; source: string }) =>
    one.year === ceiling?.year && one.source === ceiling.source;
  return (
    <>
      <NeedTable
        caption={t('scenarios.bySource')}
        saysUnit={false}
        years={calendar.years}
        sources={calendar.sources}
        cells={cells}
        onCeiling={onChange ? open : undefined}
      />
      {ceiling && onChange && (
        <CeilingDialog
          {...ceiling}
          amount={ceilings.find(isOpened)?.amount ?? null}
          onClose={() => setCeiling(null)}
          onSave={(amount) => {
            const others = ceilings.filter((one) => !isOpened(one));
            onChange(amount === null ? others : [...others, { ...ceiling, amount }]);
            setCeiling(null);
          }}
        />
      )}
    </>
  );
}
