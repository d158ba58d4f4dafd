import { useQuery } from '@tanstack/react-query';
import { BarChart } from '@pimis/charts/bars';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { FailedLine } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ChartPanel } from '../ChartPanel.tsx';
import { ChartState } from '../ChartState.tsx';
import { portfolioParameters } from '../filter.ts';
import { useToggledAddress } from '../use-portfolio-filter.ts';
import { mapQuery } from '../map/api.ts';
import { useMeasure } from '../MeasureChoice.tsx';
import { formatOf, measured } from '../measures.ts';
import { barsOf, groupTable, type NamedGroup } from './groups.ts';

const MOST = 12;

/** The largest districts, and the projects without a district; the map shows all districts. */
export function DistrictsPanel({ filter }: { filter: TableState }) {
  const text = useText();
  const { t, data } = text;
  const [measure] = useMeasure();
  const toggled = useToggledAddress();
  const { data: map, error, refetch } = useQuery(mapQuery(portfolioParameters(filter)));
  const title = t('portfolioViews.by.districts');
  if (!map) {
    return (
      <ChartState title={title}>
        {error ? <FailedLine error={error} onRetry={() => void refetch()} /> : <Waiting />}
      </ChartState>
    );
  }
  const occupied = map.districts.filter(({ projects }) => projects > 0);
  const groups: NamedGroup[] = [
    ...occupied
      .toSorted((one, other) => measured(measure, other) - measured(measure, one))
      .slice(0, MOST)
      .map((district) => ({ ...district, label: data(district.name) })),
    ...(map.none.projects > 0 ? [{ ...map.none, key: 'none', label: t('portfolioViews.notStated') }] : []),
  ].map((group) => ({ ...group, narrowed: { district: group.key } }));
  return (
    <ChartPanel
      title={title}
      note={
        occupied.length > MOST ? t('portfolioViews.furtherDistricts', { shown: MOST, all: occupied.length }) : undefined
      }
      draw={(width) => (
        <BarChart
          title={title}
          width={width}
          bars={barsOf(groups, measure, toggled)}
          format={formatOf(measure, text)}
          none={t('portfolioViews.notStated')}
        />
      )}
      table={groupTable(groups, t('portfolioViews.map.district'), text, filter)}
    />
  );
}
