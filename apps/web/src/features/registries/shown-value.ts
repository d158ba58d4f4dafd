import { formatAmount } from '@pimis/domain/money/decimal';
import type { RegistryRow } from '@pimis/contract/registries';
import { columnRule } from '@pimis/domain/registries/rules-text';
import { columnOf } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { textOf } from '@pimis/domain/text/text-of';
import type { Text } from '../../i18n/use-text.ts';

const MONEY_SCALE = 2;

/** What a row is called: its name, or what describes it. */
export function rowTitle(registry: Registry, row: RegistryRow, text: Text): string {
  if (registry.name) return text.data(row.name);
  return (registry.describedBy ?? registry.key)
    .map((name) => {
      const column = columnOf(registry, name);
      return column ? shownValue(column, row[name], text) : '';
    })
    .join(' · ');
}

/** What is wrong with a value, with what is asked of its column. */
export function problemText(column: RegistryColumn | undefined, code: string, { status, pair, t }: Text): string {
  const rule = column && code !== 'MandatoryFieldNotSet' ? columnRule(column) : null;
  const message = status(code);
  return rule ? `${message} ${t('registries.asked', { rule: pair(rule) })}` : message;
}

/** A value of a registry as people read it. */
export function shownValue(column: RegistryColumn, value: unknown, { t, data, date, pair }: Text): string {
  if (value === null || value === undefined || value === '') return t('common.noValue');
  switch (column.kind) {
    case 'amount':
      return (column.scale ?? MONEY_SCALE) === MONEY_SCALE
        ? formatAmount(textOf(value))
        : textOf(value).replace('.', ',');
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
