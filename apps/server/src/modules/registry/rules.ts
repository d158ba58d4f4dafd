import { type RawBuilder, sql } from 'kysely';
import { registryOf, VALUE_SEPARATOR, writableColumns } from '@pimis/domain/registries/catalogue';
import { digitsOf } from '@pimis/domain/registries/cells';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { columnSql, rateSql, sameKey, sourceOf } from './table.ts';

/**
 * `create` refuses an existing key, `update` an unknown one; `upsert` accepts both, for imports. Rows from every source
 * pass the same checks and statements.
 */
export type ApplyMode = 'create' | 'update' | 'upsert';

/** The temporary table of the rows to be written. */
export const STAGE = 'registry_stage';

interface Judged {
  mode: ApplyMode;
  day: string;
  /** The row ends before its first day: its period is empty. */
  neverBegins?: boolean;
}

const CODES = {
  'budget-users': 'DuplicateRegistryOrganization',
  'treasury-branches': 'DuplicateRegistryTreasuryBranch',
  appropriations: 'DuplicateRegistryAppropriation',
} as const;

/** The error name for a row with the same key as another. */
function duplicateCode(registry: Registry) {
  return CODES[registry.code as keyof typeof CODES] ?? 'DuplicateRegistryRow';
}

export function table(registry: Registry): RawBuilder<unknown> {
  return sql.table(sourceOf(registry));
}

/** A broken rule as a row; missing columns are null. */
export interface BrokenRow {
  row: number;
  column: string;
  code: string;
  value: string | null;
  sameAs: number | null;
  suggestion: string | null;
}

type Broken = (
  column: string,
  code: string,
  condition: RawBuilder<unknown>,
  suggestion?: RawBuilder<unknown>,
) => RawBuilder<BrokenRow>;

/** The number of characters that are shown of a wrong value. */
export const SHOWN_VALUE = 60;

/** SQL: the row has all columns of the key. */
export function wholeKey(registry: Registry): RawBuilder<unknown> {
  const given = registry.key.map((name) => sql`${columnSql('s', name)} is not null`);
  return sql.join(given, sql` and `);
}

/** The code exists in the registry to which the column refers, or in the file if that is the same registry. */
export function isKnown(
  registry: Registry,
  { references }: RegistryColumn,
  code: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const target = registryOf(references ?? registry.code);
  const key = target.key[0] ?? '';
  const stored = sql`exists (select from ${table(target)} r where ${columnSql('r', key)} = ${code})`;
  if (target.code !== registry.code) return sql<boolean>`${stored}`;
  return sql<boolean>`(${stored} or exists (select from ${sql.id(STAGE)} o where ${columnSql('o', key)} = ${code}))`;
}

/** A code padded with zeros; undefined for columns without a fixed number of digits. */
export function paddedCode(column: RegistryColumn): RawBuilder<unknown> | undefined {
  const digits = digitsOf(column);
  if (digits === undefined) return undefined;
  const value = columnSql('s', column.name);
  return sql`case when ${value} ~ ${`^\\d{1,${digits - 1}}$`} then lpad(${value}, ${digits}, '0') end`;
}

/**
 * One query per rule; each returns the rows that break it. Unchanged stored values and unreadable cells are not
 * checked.
 */
export function rules(registry: Registry, { mode, day, neverBegins }: Judged): RawBuilder<BrokenRow>[] {
  const stage = sql.id(STAGE);
  const existing = sql`${table(registry)} t where ${sameKey(registry, 't', 's')}`;
  const [firstKey = ''] = registry.key;
  const broken: Broken = (column, code, condition, suggestion = sql`null::text`) =>
    sql<BrokenRow>`select s.row_number as row, ${column}::text as "column", ${code}::text as code,
                          left(${columnSql('s', column)}::text, ${SHOWN_VALUE}) as value, null::integer as "sameAs",
                          ${suggestion} as suggestion
                   from ${stage} s where not ${column} = any (s.bad) and ${condition}`;
  const found: RawBuilder<BrokenRow>[] = [];
  const keys = registry.key.map((name) => columnSql('s', name));
  const whole = wholeKey(registry);
  found.push(
    sql<BrokenRow>`select row, ${firstKey}::text as "column", ${duplicateCode(registry)}::text as code, value,
                          first as "sameAs", null::text as suggestion
                   from (select s.row_number as row, left(concat_ws(${sql.lit(VALUE_SEPARATOR)}, ${sql.join(keys)}), ${SHOWN_VALUE}) as value,
                                first_value(s.row_number) over same_key as first
                         from ${stage} s where ${whole}
                         window same_key as (partition by ${sql.join(keys)} order by s.row_number)) counted
                   where row > first`,
  );
  if (mode === 'create') found.push(broken(firstKey, duplicateCode(registry), sql`exists (select from ${existing})`));
  for (const column of writableColumns(registry)) {
    const value = columnSql('s', column.name);
    const unchanged = sql`exists (select from ${existing} and ${columnSql('t', column.name)} is not distinct from ${value})`;
    if (column.required) found.push(broken(column.name, 'MandatoryFieldNotSet', sql`${value} is null and ${whole}`));
    if (column.references) {
      const padded = paddedCode(column);
      const unknown = sql`${value} is not null and not ${isKnown(registry, column, value)} and not ${unchanged}`;
      const meant = padded ? isKnown(registry, column, padded) : sql`false`;
      found.push(broken(column.name, 'UnknownReference', sql`${unknown} and not ${meant}`));
      if (padded) found.push(broken(column.name, 'LeadingZerosLost', sql`${unknown} and ${meant}`, padded));
    }
  }
  const to = columnSql('s', 'validTo');
  const newEnd = sql`not exists (select from ${existing} and t.valid_to is not distinct from ${to})`;
  const passed = sql`(${to} < ${day}::date and ${newEnd})`;
  found.push(broken('validTo', 'DatePassed', passed));
  if (registry.validity === 'period') {
    const from = columnSql('s', 'validFrom');
    const samePeriod = sql`exists (select from ${existing} and t.valid_from = ${from} and t.valid_to is not distinct from ${to})`;
    const earliest = neverBegins ? sql`${from} - 1` : from;
    const wrong = sql`${to} < ${earliest} and not ${samePeriod} and not ${passed} and not 'validFrom' = any (s.bad)`;
    found.push(broken('validTo', 'InvalidPeriod', wrong));
  } else found.push(...rateRules(existing, newEnd, broken));
  return found;
}

/** A rate is greater than zero as displayed, and a rate that a form uses does not change. */
function rateRules(
  existing: RawBuilder<unknown>,
  newEnd: RawBuilder<unknown>,
  broken: Broken,
): RawBuilder<BrokenRow>[] {
  const used = rateUsed('s.currency_code', 's.rate_date');
  const rate = (alias: string) => rateSql(`${alias}.middle_rate`, `${alias}.unit`);
  const changed = sql`exists (select from ${existing} and (t.unit, t.middle_rate) is distinct from (s.unit, s.middle_rate))`;
  // An unreadable unit is null here, so the rate is not checked.
  return [
    broken('middleRate', 'InvalidFieldValue', sql`${rate('s')} = '0.0000'`),
    broken('middleRate', 'RegistryRowUsed', sql`${changed} and s.unit is not null and ${used}`),
    broken('validTo', 'RegistryRowUsed', sql`s.valid_to is not null and ${newEnd} and ${used}`),
  ];
}

/**
 * SQL: a form uses this rate, as its euro rate of the day or in a row of that currency with this rate. The rates of
 * forms are collected once per query.
 */
function rateUsed(currency: string, day: string): RawBuilder<boolean> {
  return sql<boolean>`(
    (${sql.ref(currency)}, to_char(${sql.ref(day)}, 'YYYY-MM-DD')) in (
      select 'EUR', fixed #>> '{exchangeRate,date}' from published.project_forms)
    or exists (
      select from exchange_rates used
      where used.currency_code = ${sql.ref(currency)} and used.rate_date = ${sql.ref(day)}
        and (used.currency_code, ${rateSql('used.middle_rate', 'used.unit')}) in (
          select currency ->> 'id', currency ->> 'exchangeRate'
          from published.form_revisions, jsonb_path_query(form_revisions.input::jsonb, '$.**.currency') currency)))`;
}
