import { memo, useCallback, useMemo, useState } from 'react';
import type { FiscalCalendar } from '@pimis/contract/portfolio/calendar';
import type { NeedLine } from '@pimis/domain/portfolio/fiscal-calendar';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { EnteredCeiling } from './EnteredCeiling.tsx';
import { type NeedCell, NeedTable } from './NeedTable.tsx';
import { NumberDialog } from './NumberDialog.tsx';
import { SectorTable } from './SectorTable.tsx';

/** Identifies the ceiling of a year and a source, in one sector or in all. */
interface Place {
  year: number;
  source: string;
  sector: number | null;
}

/** A year, and a source or all of them. */
type Needed = Pick<Place, 'year'> & { source: string | null };

/** Each line of the calendar, and how the table of sources and years shows them. */
export interface CalendarTable {
  lines: readonly NeedLine[];
  years: readonly number[];
  sources: readonly string[];
  cells: ReadonlyMap<string, NeedCell>;
}

const Sectors = memo(SectorTable);

interface CalendarNumbersProps {
  calendar: FiscalCalendar;
  table: CalendarTable;
  filter: TableState;
  mayEnter: boolean;
  /** Whether ceilings are being set: then each missing one can be set too. */
  offersCeilings: boolean;
}

/**
 * The tables of the calendar, with the dialogs that their numbers open. Their open state is kept here, not in the page,
 * so that opening and closing does not render the chart and the tables again.
 */
export function CalendarNumbers({ calendar, table, filter, mayEnter, offersCeilings }: CalendarNumbersProps) {
  const { t } = useText();
  const { lines, years, sources, cells } = table;
  const [behind, setBehind] = useState<Needed | null>(null);
  const [entering, setEntering] = useState<Place | null>(null);
  const openNeed = useCallback((year: number, source: string | null) => setBehind({ year, source }), []);
  const openCeiling = useCallback(
    (year: number, source: string, sector: number | null = null) => setEntering({ year, source, sector }),
    [],
  );
  const foot = useMemo(() => <Appropriations calendar={calendar} years={years} />, [calendar, years]);
  return (
    <>
      <NeedTable
        caption={t('fiscal.table')}
        years={years}
        sources={sources}
        cells={cells}
        onNeed={openNeed}
        onCeiling={mayEnter ? openCeiling : undefined}
        offersCeilings={offersCeilings}
        foot={foot}
      />
      <Sectors
        lines={lines}
        years={years}
        filter={filter}
        onCeiling={mayEnter ? openCeiling : undefined}
        offersCeilings={offersCeilings}
      />
      {behind && <NumberDialog filter={filter} {...behind} onClose={() => setBehind(null)} />}
      {entering && (
        <EnteredCeiling
          {...entering}
          ceiling={calendar.ceilings.find(
            ({ year, source, sector }) =>
              year === entering.year && source === entering.source && sector === entering.sector,
          )}
          onClose={() => setEntering(null)}
        />
      )}
    </>
  );
}

const MILLION = 1_000_000;

function Appropriations({ calendar, years }: { calendar: FiscalCalendar; years: readonly number[] }) {
  const { t, amount } = useText();
  const given = new Map(calendar.appropriations.map((one) => [one.year, one.amount]));
  if (given.size === 0) return null;
  return (
    <tr>
      <th scope="row">{t('fiscal.appropriations')}</th>
      {years.map((year) => {
        const value = given.get(year);
        return (
          <td key={year} className="amount" title={value && amount(value)}>
            {value === undefined ? '–' : amount((Number(value) / MILLION).toFixed(2))}
          </td>
        );
      })}
    </tr>
  );
}
