import type { ImportError, RegistryRow } from '@pimis/contract/registries';
import { isDay } from '@pimis/domain/dates/dates';
import { columnRule } from '@pimis/domain/registries/rules-text';
import { columnOf, registryOf, VALUE_SEPARATOR } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { textOf } from '@pimis/domain/text/text-of';
import { ApiFailure } from '../../api/client.ts';
import type { Text } from '../../i18n/use-text.ts';

const MONEY_SCALE = 2;
const OF_THE_VALUE: readonly string[] = ['InvalidDataType', 'InvalidFieldValue', 'LeadingZerosLost'];

/** The title of a row: its name, or the columns that describe it. */
export function rowTitle(registry: Registry, row: RegistryRow, text: Text): string {
  if (registry.name) return text.data(row.name);
  return (registry.describedBy ?? registry.key)
    .map((name) => {
      const column = columnOf(registry, name);
      return column ? formatValue(column, row[name], text) : '';
    })
    .join(VALUE_SEPARATOR);
}

/** The error of a value, with the rule of its column. */
export function problemText(column: RegistryColumn | undefined, code: string, { status, pair, t }: Text): string {
  // The rule of a column does not explain rules between rows or days.
  const rule = column && OF_THE_VALUE.includes(code) ? columnRule(column) : null;
  const message = status(code);
  return rule ? `${message} ${t('registries.expected', { rule: pair(rule) })}` : message;
}

/** The user who is importing into the registry, if a change was refused because of the import. */
export function importerText(failure: unknown, { t, data }: Text): string | undefined {
  const by = failure instanceof ApiFailure ? failure.payloadOf('RegistryImportRunning')?.by : null;
  return by ? t('registries.import.by', { name: data(by) }) : undefined;
}

/** A key of several columns as the server joins them, with its days as people read them. */
const keyText = (key: string, { date }: Text) =>
  key
    .split(VALUE_SEPARATOR)
    .map((part) => (isDay(part) ? date(part) : part))
    .join(VALUE_SEPARATOR);

/** The error of a cell of a file, with its text and the broken rule. */
export function importProblem(registry: Registry, error: ImportError, text: Text): string {
  const { t, pair, date } = text;
  const column = columnOf(registry, error.column);
  const { code, value, sameAs, suggestion } = error;
  if (value === undefined) return problemText(column, code, text);
  if (sameAs !== undefined) return t('registries.import.says.sameAs', { row: sameAs, value: keyText(value, text) });
  if (suggestion !== undefined) return t('registries.import.says.zeros', { value, suggestion });
  if (code === 'UnknownReference' && column?.references) {
    return t('registries.import.says.unknown', { value, registry: pair(registryOf(column.references).title) });
  }
  if (code === 'InvalidPeriod') return t('registries.import.says.period', { value: date(value) });
  if (code === 'DatePassed') return t('registries.import.says.passed', { value: date(value) });
  return t('registries.import.says.value', { message: problemText(column, code, text), value });
}

/** A value of a registry as people read it. */
export function formatValue(
  column: RegistryColumn,
  value: unknown,
  { t, data, date, pair, amount, decimal }: Text,
): string {
  if (value === null || value === undefined || value === '') return t('common.noValue');
  switch (column.kind) {
    case 'amount':
      if ((column.scale ?? MONEY_SCALE) === MONEY_SCALE) return amount(textOf(value));
      return decimal(textOf(value));
    case 'date':
      return date(textOf(value));
    case 'text': {
      const named = column.values?.[textOf(value)];
      return named ? pair(named) : data(textOf(value));
    }
    default:
      return textOf(value);
  }
}
