import { type RawBuilder, sql } from 'kysely';
import { keyOfId, registryOf, VALUE_SEPARATOR } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryCode, RegistryColumn } from '@pimis/domain/registries/types';
import { parseCell } from '@pimis/domain/registries/cells';
import type { TableFields } from '../../platform/lists/table-query.ts';

/** Tables whose name differs from the registry's code in snake case. */
const SOURCES: Partial<Record<RegistryCode, string>> = {
  locations: 'municipalities',
  organizations: 'registry_organizations',
};

export function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
}

/** Table (or view) that a registry is read from. */
export function sourceOf(registry: Registry): string {
  return SOURCES[registry.code] ?? snake(registry.code);
}

/** The column of the table with the alias. Names come from the catalogue, never from a call. */
export function columnSql(alias: string, column: string): RawBuilder<unknown> {
  return sql.ref(`${alias}.${snake(column)}`);
}

/** The SQL type of a column's value. */
export function sqlType(column: RegistryColumn): RawBuilder<unknown> {
  switch (column.kind) {
    case 'int':
      return sql`integer`;
    case 'amount':
      return sql`numeric`;
    case 'date':
      return sql`date`;
    default:
      return sql`text`;
  }
}

/** The row for answers, audit and comparison: numbers as numbers, amounts and days as text. */
export function rowJson(registry: Registry, alias: string): RawBuilder<Record<string, string | number | null>> {
  const parts = registry.columns
    .filter((column) => !column.derived)
    .map((column) => {
      const value = columnSql(alias, column.name);
      // Amounts as text: a JSON number would lose digits and decimals.
      return sql`${sql.lit(column.name)}, ${column.kind === 'amount' ? sql`${value}::text` : value}`;
    });
  return sql`jsonb_build_object(${sql.join(parts)})`;
}

/** A middle rate as displayed: РСД per 1 unit, four decimals. */
export function rateSql(rate: string, unit: string): RawBuilder<string> {
  return sql<string>`to_char(round(${sql.ref(rate)} / ${sql.ref(unit)}, 4), 'FM9999999990.0000')`;
}

/** The id of a row (key values joined by "_") in SQL; days as text do not depend on a setting of the session. */
export function idSql(registry: Registry, alias: string): RawBuilder<string> {
  const parts = registry.key.map((name) => {
    const column = registry.columns.find((candidate) => candidate.name === name);
    const value = columnSql(alias, name);
    return column?.kind === 'date' ? sql`to_char(${value}, 'YYYY-MM-DD')` : sql`${value}::text`;
  });
  return sql<string>`concat_ws('_', ${sql.join(parts)})`;
}

/** The title of a row: its name, or the columns that describe it. */
export function nameSql(registry: Registry, alias: string): RawBuilder<string> {
  if (registry.name) return columnSql(alias, registry.name) as RawBuilder<string>;
  const parts = (registry.describedBy ?? registry.key).map((name) => columnSql(alias, name));
  return sql<string>`concat_ws(${sql.lit(VALUE_SEPARATOR)}, ${sql.join(parts)})`;
}

/** Rows of two aliases that have the same key. */
export function sameKey(registry: Registry, left: string, right: string): RawBuilder<boolean> {
  const parts = registry.key.map((name) => sql`${columnSql(left, name)} = ${columnSql(right, name)}`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** The key values of an id; undefined if the id is not possible. */
export function idCondition(registry: Registry, alias: string, id: string): RawBuilder<boolean> | undefined {
  const key = keyOfId(registry, id);
  if (!key) return undefined;
  const parts: RawBuilder<unknown>[] = [];
  for (const [name, text] of Object.entries(key)) {
    const column = registry.columns.find((candidate) => candidate.name === name);
    if (!column) return undefined;
    const cell = parseCell(column, text);
    if ('problem' in cell) return undefined;
    parts.push(sql`${columnSql(alias, name)} = ${cell.value}::${sqlType(column)}`);
  }
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** Rows that apply on a day; where each row is for a single day, the newest on or before it that is not withdrawn. */
export function countsOn(registry: Registry, alias: string, day: string): RawBuilder<boolean> {
  if (registry.validity !== 'withdrawn') return validOn(registry, alias, day);
  return sql<boolean>`((${sql.ref(`${alias}.currency_code`)}, ${sql.ref(`${alias}.rate_date`)}) in (
    select currency_code, max(rate_date) from exchange_rates
    where rate_date <= ${day}::date and valid_to is null group by currency_code))`;
}

/** Rows valid on a day; in a registry whose rows can only be withdrawn, those that are not. */
export function validOn(registry: Registry, alias: string, day: string): RawBuilder<boolean> {
  const to = columnSql(alias, 'validTo');
  if (registry.validity === 'withdrawn') return sql<boolean>`${to} is null`;
  return sql<boolean>`(${columnSql(alias, 'validFrom')} <= ${day}::date and (${to} is null or ${to} >= ${day}::date))`;
}

const FIELD_KINDS = { text: 'text', code: 'code', int: 'integer', amount: 'money', date: 'date' } as const;

/** Every column has filter and order; contacts only for users who see them. */
export function listFields(registry: Registry, contacts: boolean): TableFields {
  const fields: TableFields = {};
  for (const column of registry.columns) {
    if (column.contact && !contacts) continue;
    fields[column.name] = {
      column: `t.${snake(column.name)}`,
      kind: FIELD_KINDS[column.kind],
      plain: column.contact === true || column.values !== undefined,
      sortable: true,
      nullable: !column.required,
    };
  }
  const [first] = registry.key;
  // "id" and "code" both mean the key column.
  for (const name of ['id', 'code']) {
    const key = first === undefined ? undefined : fields[first];
    // A numeric key is searched by its start, as every other code.
    if (key && (name === first || !fields[name])) fields[name] = { ...key, kind: 'code' };
  }
  return fields;
}

/** The registry that stores the rows and their history: legal entities are budget users. */
export function keeperOf(registry: Registry): Registry {
  return registry.code === 'organizations' ? registryOf('budget-users') : registry;
}
