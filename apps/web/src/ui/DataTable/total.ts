import { useText } from '../../i18n/use-text.ts';

/** The number of rows as a person reads it; of a list that was not counted to its end, more than so many. */
export function useTotal() {
  const { t } = useText();
  return ({ totalRows, long }: { totalRows: number; long?: { totalIsAtLeast: boolean } | undefined }) => {
    const total = totalRows.toLocaleString('sr-RS');
    return long?.totalIsAtLeast ? t('table.moreThan', { total }) : total;
  };
}
