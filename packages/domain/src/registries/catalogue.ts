import { searchWords } from '../text/search.ts';
import { BODIES } from './bodies.ts';
import { MONEY_AND_CLASSIFICATIONS } from './money.ts';
import { type Registry, type RegistryCode, REGISTRY_CODES, type RegistryColumn } from './types.ts';

/**
 * The registries (code tables) as data: reading, maintenance, import, export and screens are all derived from it
 * (docs/interface.md, "Registries"; docs/permissions.md, "Roles").
 */
export const REGISTRIES: readonly Registry[] = [...BODIES, ...MONEY_AND_CLASSIFICATIONS];

/** Separates the values of a key or a title of several columns, in texts for people. */
export const VALUE_SEPARATOR = ' · ';

const BY_CODE = new Map<string, Registry>(REGISTRIES.map((registry) => [registry.code, registry]));

export function isRegistryCode(name: string): name is RegistryCode {
  return (REGISTRY_CODES as readonly string[]).includes(name);
}

/** The registry of a code; undefined when there is none. */
export function findRegistry(code: string): Registry | undefined {
  return BY_CODE.get(code);
}

export function registryOf(code: RegistryCode): Registry {
  const found = BY_CODE.get(code);
  if (!found) throw new Error(`No registry ${code}`);
  return found;
}

export function columnOf(registry: Registry, name: string): RegistryColumn | undefined {
  return registry.columns.find((column) => column.name === name);
}

const spoken = (text: string) => searchWords(text).join(' ');

/** Longer headings, in characters, cannot be a label of ours. */
const MAX_HEAD = 100;

const NAMED = new Map<RegistryCode, ReadonlyMap<string, RegistryColumn>>(
  REGISTRIES.map(({ code, columns }) => {
    // Names take precedence over labels: the name of one column may be the label of another.
    const labels = columns.flatMap((column) =>
      [column.label.sr, column.label.en].map((own): [string, RegistryColumn] => [spoken(own), column]),
    );
    return [
      code,
      new Map([...labels, ...columns.map((column): [string, RegistryColumn] => [spoken(column.name), column])]),
    ];
  }),
);

/**
 * The column for a heading in a file: its name or its label, in Serbian (either script) or English. Case, diacritics
 * and punctuation are ignored. Columns written by the system are recognized too, because exports contain them.
 */
export function columnNamed(registry: Registry, head: string): RegistryColumn | undefined {
  return head.length > MAX_HEAD ? undefined : NAMED.get(registry.code)?.get(spoken(head));
}

/** Columns that calls and files may write. */
export function writableColumns(registry: Registry): RegistryColumn[] {
  return registry.columns.filter((column) => !column.derived);
}

const KEY_SEPARATOR = '_';

/** The id of a row: its key values joined; undefined when one of them is missing. */
export function rowId(registry: Registry, row: Readonly<Record<string, unknown>>): string | undefined {
  const parts = registry.key.map((name) => row[name]);
  if (parts.some((value) => value === undefined || value === null || value === '')) return undefined;
  return parts.map(String).join(KEY_SEPARATOR);
}

/** The key values that an id names; undefined when it has another shape. */
export function keyOfId(registry: Registry, id: string): Record<string, string> | undefined {
  const parts = registry.key.length === 1 ? [id] : id.split(KEY_SEPARATOR);
  if (parts.length !== registry.key.length || parts.includes('')) return undefined;
  return Object.fromEntries(registry.key.map((name, index) => [name, parts[index] ?? '']));
}
