import { CalendarChart } from '../calendar/CalendarChart.tsx';
import { useText } from '../../../i18n/use-text.ts';
import type { useScenarioCalendar } from './use-scenario-calendar.ts';
import { YearTable } from './YearTable.tsx';

/** The calendar beside the candidates: it stays in sight and follows each switch. */
export function CalendarAside({ calendar, cells }: ReturnType<typeof useScenarioCalendar>) {
  const { t, charts } = useText();
  if (calendar.years.length === 0) return null;
  return (
    // A region that scrolls can be reached by keyboard.
    <section className="scenario-aside panel" aria-labelledby="scenario-calendar" tabIndex={0}>
      <h2 id="scenario-calendar">{t('scenarios.calendar')}</h2>
      <YearTable calendar={calendar} />
      <div className="scenario-chart">
        <CalendarChart
          title={t('scenarios.chart')}
          years={calendar.years}
          sources={calendar.sources}
          cells={cells}
          format={charts.millions}
        />
      </div>
    </section>
  );
}
