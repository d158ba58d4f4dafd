import type { RegistryNames, RegistryRow } from '@pimis/contract/registries';
import type { Registry, RegistryCode } from '@pimis/domain/registries/types';
import type { Text } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import { formatValue } from './format-value.ts';

type Place = NonNullable<Column<RegistryRow>['card']>;

const COLUMNS_SHOWN = 6;

/** Additional default columns of tables whose first ones do not describe a row. */
const SHOWN: Partial<Record<RegistryCode, readonly string[]>> = {
  'budget-users': ['id', 'name', 'taxIdNumber', 'companyNumber', 'executionAccount', 'place', 'validTo'],
  appropriations: [
    'id',
    'budgetYear',
    'organizationCode',
    'programCode',
    'functionCode',
    'economicClassificationCode',
    'amount',
    'currentAmount',
  ],
};

/** Additional fields of a card on a narrow screen. */
const CARDS: Partial<Record<RegistryCode, Readonly<Record<string, Place>>>> = {
  appropriations: {
    id: 'title',
    budgetYear: 'meta',
    organizationCode: 'meta',
    currentAmount: 'left',
  },
  'exchange-rates': { currencyCode: 'title', rateDate: 'meta', middleRate: 'left', unit: 'right' },
  'budget-users': { id: 'meta', name: 'title', place: 'left' },
  organizations: { id: 'meta', name: 'title', place: 'left' },
};

/** The default columns: the key, the name, and with ended rows the last day. */
function usualCard(registry: Registry, name: string, ended: boolean): Place | undefined {
  if (name === registry.name) return 'title';
  if (registry.key.includes(name)) return 'meta';
  return name === 'validTo' && ended ? 'right' : undefined;
}

interface Shown {
  /** Ended rows are included. */
  ended: boolean;
  /** Names of the rows to which codes of the page refer. */
  names: RegistryNames;
}

/** Columns of a code table. */
export function tableColumns(registry: Registry, text: Text, { ended, names }: Shown): Column<RegistryRow>[] {
  const shown = SHOWN[registry.code];
  const cards = CARDS[registry.code];
  return registry.columns.map((column, index) => {
    const card = cards ? cards[column.name] : usualCard(registry, column.name, ended);
    const visible = shown ? shown.includes(column.name) : index < COLUMNS_SHOWN || column.name === 'validTo';
    return {
      id: column.name,
      header: text.pair(column.label),
      sortable: true,
      hidden: !visible && !(ended && column.name === 'validTo'),
      ...(column.kind === 'amount' ? { align: 'right' as const } : {}),
      ...(card ? { card, labelled: card === 'left' || card === 'right' } : {}),
      cell: (row: RegistryRow) => {
        const value = formatValue(column, row[column.name], text);
        const name = names[column.name]?.[String(row[column.name])];
        return name === undefined ? value : `${value} – ${text.data(name)}`;
      },
    };
  });
}
