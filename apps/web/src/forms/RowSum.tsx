import type { Field } from '@pimis/domain/forms/types';
import { formatAmount, fromHundredths, sumHundredths } from '@pimis/domain/money/decimal';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { usePlace } from './use-store.ts';
import { cellPlaces, shareColumns, sumPlace } from './tables.ts';
import { type Path, pathName, pathOf, valueAt } from './value-paths.ts';

/** The sum of a row's shares and amounts. It is placed below them, where it fits at every width. */
export function RowSum({ columns, base, removable }: { columns: readonly Field[]; base: Path; removable: boolean }) {
  const { t } = useText();
  const { store } = useEditor();
  const { percents, amounts } = shareColumns(columns);
  const sum = (fields: readonly Field[]) => () =>
    fromHundredths(sumHundredths(fields.map(({ path }) => valueAt(store.completed, pathOf(base, path)))));
  // A change of any cell is reported to its row.
  const percent = usePlace(store, pathName(base), sum(percents));
  const amount = usePlace(store, pathName(base), sum(amounts));
  return (
    <td role="cell" className="form-row-sum" style={sumPlace(cellPlaces(columns).places, removable)}>
      {t('forms.rowSum', { percent: formatAmount(percent), amount: formatAmount(amount) })}
    </td>
  );
}
