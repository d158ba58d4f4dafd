import { getPath, isObject } from './paths.ts';
import type {
  Field,
  FormDefinition,
  FormValues,
  FoundReference,
  StoredRevision,
  Kind,
  ReferenceKind,
} from './types.ts';
import { fieldsOf } from './visibility.ts';

/** Years and registry rows of a revision: the valid and the refused ones. */
export interface RetainedKeys {
  right: ReadonlySet<string>;
  refused: ReadonlySet<string>;
}

/** One year of one field; rows do not distinguish fields, because rows move. */
export function yearKey(path: string, year: unknown): string {
  return `${path.replaceAll(/\[\d+\]/g, '')} ${String(year)}`;
}

/** A registry row as a form remembers it: its name and, for a currency, its rate. */
export function referenceKey({ kind, value }: FoundReference): string {
  // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
  const rate = kind === 'currency' ? value.exchangeRate : '';
  return [kind, value.id, value.name, rate].map(String).join(' ');
}

function referenceKind(kind: Kind): ReferenceKind | undefined {
  if (kind === 'locationList') return 'location';
  return kind === 'org' || kind === 'location' || kind === 'currency' ? kind : undefined;
}

/** The registry row that a value of the field names; undefined when it names none. */
export function referenceIn(field: Field, value: unknown): FoundReference | undefined {
  const kind = referenceKind(field.kind);
  return kind && isObject(value) && value.id ? { kind, value } : undefined;
}

/** Calls with every typed value of the form and its path; rows are counted from 1. Computed values are left out. */
export function visitTyped(
  fields: readonly Field[],
  values: FormValues,
  visit: (field: Field, value: unknown, path: string) => void,
  prefix = '',
): void {
  for (const field of fields) {
    if (field.computed) continue;
    const path = prefix ? `${prefix}.${field.path}` : field.path;
    const value = getPath(values, field.path);
    if (!Array.isArray(value)) {
      visit(field, value, path);
      continue;
    }
    for (const [at, row] of value.entries()) {
      const rowPath = `${path}[${at + 1}]`;
      if (!field.columns) visit(field, row, rowPath);
      else if (isObject(row)) visitTyped(field.columns, row, visit, rowPath);
    }
  }
}

/** Registry rows that the values name. */
export function referencesOf(definition: FormDefinition, values: FormValues): FoundReference[] {
  const found: FoundReference[] = [];
  visitTyped(fieldsOf(definition), values, (field, value) => {
    const reference = referenceIn(field, value);
    if (reference) found.push(reference);
  });
  return found;
}

const NONE: RetainedKeys = { right: new Set(), refused: new Set() };
const KNOWN = new WeakMap<StoredRevision, RetainedKeys>();

/**
 * A stored year outside its list stays valid, and so does a registry row that has ended since (docs/forms.md, A1),
 * unless it was refused when it was stored. Cached, because every keystroke asks.
 */
export function retainedKeys(definition: FormDefinition, stored: StoredRevision | undefined): RetainedKeys {
  if (!stored) return NONE;
  const known = KNOWN.get(stored) ?? readKeys(definition, stored);
  KNOWN.set(stored, known);
  return known;
}

function readKeys(definition: FormDefinition, stored: StoredRevision): RetainedKeys {
  const right = new Set<string>();
  const refused = new Set<string>();
  const wrong = new Set(stored.errors.filter(({ code }) => code === 'FluentInvalidField').map(({ path }) => path));
  visitTyped(fieldsOf(definition), stored.values, (field, value, path) => {
    const into = wrong.has(path) ? refused : right;
    const reference = referenceIn(field, value);
    if (reference) into.add(referenceKey(reference));
    // Stryker disable next-line ConditionalExpression: a comparison with an absent value is false too.
    else if (field.kind === 'year' && value !== undefined) into.add(yearKey(path, value));
  });
  return { right, refused };
}
