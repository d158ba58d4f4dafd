import { useText } from '../../i18n/use-text.ts';

/** The number of rows for display; „више од“ if the list was not counted completely. */
export function useTotal() {
  const { t, charts } = useText();
  return ({ totalRows, long }: { totalRows: number; long?: { totalIsAtLeast: boolean } | undefined }) => {
    const total = charts.count.full(totalRows);
    return long?.totalIsAtLeast ? t('table.moreThan', { total }) : total;
  };
}
