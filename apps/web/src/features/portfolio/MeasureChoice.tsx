import { SegmentedControl } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text.ts';
import type { TableSearch } from '../../ui/DataTable/state.ts';
import { useOptimisticValue } from '../../ui/use-optimistic-value.ts';
import { type Measure, measureOf, MEASURES } from './measures.ts';

/** The measure of the address, and how it is changed. */
export function useMeasure(): [Measure, (measure: Measure) => Promise<void>] {
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const search = useRouterState({ select: (state) => state.location.search as TableSearch });
  const set = (measure: Measure) =>
    navigate({ to: path, search: { ...search, by: measure === 'value' ? undefined : measure }, replace: true });
  return [measureOf(search.by), set];
}

/** The choice of the measure for the charts of a view. */
export function MeasureChoice() {
  const { t } = useText();
  const [measure, setMeasure] = useMeasure();
  const { shown, ask } = useOptimisticValue(measure, setMeasure);
  return (
    <SegmentedControl
      aria-label={t('portfolioViews.measure')}
      size="xs"
      value={shown}
      onChange={(chosen) => ask(() => measureOf(chosen))}
      data={MEASURES.map((value) => ({ value, label: t(`portfolioViews.measures.${value}`) }))}
    />
  );
}
