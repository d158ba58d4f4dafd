import type { RegistryRow } from '@pimis/contract/registries';
import type { Registry } from '@pimis/domain/registries/types';
import { useText } from '../../i18n/use-text.ts';
import { formatValue } from './format-value.ts';

/** Every value of a row; a code of another registry follows the name of its row. */
export function RowValues({
  registry,
  row,
  names,
}: {
  registry: Registry;
  row: RegistryRow;
  names: Readonly<Record<string, string>>;
}) {
  const text = useText();
  return (
    <dl className="registry-values">
      {registry.columns.map((column) => {
        const value = formatValue(column, row[column.name], text);
        const name = names[column.name];
        return (
          <div key={column.name}>
            <dt>{text.pair(column.label)}</dt>
            <dd>{name ? `${text.data(name)} (${value})` : value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
