import { hasShape, LIST_KINDS, tidy } from './kinds.ts';
import { isObject, setPath } from './paths.ts';
import type { Field, FormDefinition, FormValues, ValidationItem } from './types.ts';

export interface ParseProblem {
  path: string;
  code: 'UnknownField' | 'InvalidField' | 'TooDeep' | 'TooManyRows' | 'TextTooLong';
}

/** Limits of the input; those of the catalogue by default. */
export interface ParseLimits {
  depth?: number;
  rows?: number;
}

export type Parsed = { ok: true; values: FormValues } | { ok: false; problems: ParseProblem[] };

const MAX_DEPTH = 20;
/** Ten times the longest table of the catalogue: every row is completed and checked while other requests wait. */
const MAX_ROWS = 500;
/** More than ten times the longest text of any form: such an input is a pasted file. Validation reads every letter. */
const MAX_TEXT = 100_000;
const MAX_PROBLEMS = 50;

interface Node {
  field?: Field;
  children?: Map<string, Node>;
}

const TREES = new WeakMap<FormDefinition, Node>();

function treeOf(fields: readonly Field[]): Node {
  // Stryker disable next-line ObjectLiteral: it only saves time.
  const root: Node = { children: new Map() };
  for (const field of fields) {
    let at = root;
    for (const key of field.path.split('.')) {
      at.children ??= new Map();
      const next = at.children.get(key) ?? {};
      at.children.set(key, next);
      at = next;
    }
    at.field = field;
  }
  return root;
}

function definitionTree(definition: FormDefinition): Node {
  const known = TREES.get(definition);
  // Stryker disable next-line ConditionalExpression: it only saves time.
  if (known) return known;
  const made = treeOf(definition.sections.flatMap((section) => section.fields));
  // Stryker disable next-line CallExpression: it only saves time.
  TREES.set(definition, made);
  return made;
}

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit === 0) return 1;
  let deepest = 0;
  for (const child of Object.values(value)) deepest = Math.max(deepest, depthOf(child, limit - 1));
  return deepest + 1;
}

/** The texts of a value: its own, or those of its parts (an answer with its comment). */
function isTooLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_TEXT;
  // Stryker disable next-line ConditionalExpression: another condition refuses it too.
  return isObject(value) && Object.values(value).some((part) => typeof part === 'string' && part.length > MAX_TEXT);
}

class Reader {
  readonly problems: ParseProblem[] = [];
  private readonly maxRows: number;
  /** Stored values are read unchanged, including computed ones. */
  private readonly stored: boolean;

  constructor(maxRows: number, stored = false) {
    this.maxRows = maxRows;
    this.stored = stored;
  }

  note(path: string, code: ParseProblem['code']): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ path, code });
  }

  /** Reads an object of fields into `into`; unknown names and wrong shapes are noted. */
  object(source: Record<string, unknown>, node: Node, prefix: string, at: string, into: FormValues): void {
    for (const key of Object.keys(source)) {
      // Stryker disable next-line OptionalChaining: always there; the type does not know it.
      const child = node.children?.get(key);
      const path = prefix ? `${prefix}.${key}` : key;
      const shown = at ? `${at}.${key}` : key;
      const value = source[key];
      if (!child) this.note(shown, 'UnknownField');
      else if (child.field) this.field(child.field, value, path, shown, into);
      else if (value === undefined || value === null) continue;
      else if (isObject(value)) this.object(value, child, path, shown, into);
      else this.note(shown, 'InvalidField');
    }
  }

  field(field: Field, value: unknown, path: string, at: string, into: FormValues): void {
    if (value === undefined || value === null) return;
    if (field.computed && !field.keepSent) {
      // Computed values are computed again, so submitted ones are ignored; stored ones are kept.
      if (this.stored) setPath(into, path, value);
      return;
    }
    if (LIST_KINDS.includes(field.kind)) {
      const rows = this.rows(field, value, at);
      if (rows) setPath(into, path, rows);
      return;
    }
    // An emptied editor sends empty text, whatever the kind.
    if (value === '') return;
    if (!hasShape(field, value)) {
      this.note(at, 'InvalidField');
      return;
    }
    if (!this.stored && isTooLong(value)) {
      this.note(at, 'TextTooLong');
      return;
    }
    const tidied = this.stored ? value : tidy(field, value);
    // Stryker disable next-line ConditionalExpression: overwritten before anything reads it.
    if (tidied !== undefined) setPath(into, path, tidied);
  }

  rows(field: Field, value: unknown, at: string): unknown[] | null {
    if (!Array.isArray(value)) {
      this.note(at, 'InvalidField');
      return null;
    }
    if (value.length > this.maxRows) {
      this.note(at, 'TooManyRows');
      return null;
    }
    if (field.kind === 'table') {
      const node = treeOf(field.columns ?? []);
      return value.map((row: unknown, index) => {
        const made: FormValues = {};
        if (isObject(row)) this.object(row, node, '', `${at}[${index + 1}]`, made);
        else this.note(`${at}[${index + 1}]`, 'InvalidField');
        return made;
      });
    }
    const itemKind = field.kind === 'textList' ? 'text' : field.kind === 'fileList' ? 'file' : 'location';
    // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
    const item: Field = { path: '', kind: itemKind, label: field.label };
    return value.map((entry: unknown, index) => {
      const empty = itemKind === 'location' ? {} : '';
      if (entry === null || entry === undefined || entry === '') return empty;
      if (!hasShape(item, entry)) {
        this.note(`${at}[${index + 1}]`, 'InvalidField');
        return empty;
      }
      if (!this.stored && isTooLong(entry)) {
        this.note(`${at}[${index + 1}]`, 'TextTooLong');
        return empty;
      }
      return this.stored ? entry : (tidy(item, entry) ?? empty);
    });
  }
}

/**
 * Parses form values sent by a client. Unknown names, wrong JSON types, malformed amounts and impossible days are
 * refused, with their paths. Values that are only out of bounds are accepted; the rules report them.
 */
export function parseFormValues(definition: FormDefinition, input: unknown, limits: ParseLimits = {}): Parsed {
  const depth = limits.depth ?? MAX_DEPTH;
  if (!isObject(input)) return { ok: false, problems: [{ path: '', code: 'InvalidField' }] };
  if (depthOf(input, depth + 1) > depth) return { ok: false, problems: [{ path: '', code: 'TooDeep' }] };
  const reader = new Reader(limits.rows ?? MAX_ROWS);
  const values: FormValues = {};
  reader.object(input, definitionTree(definition), '', '', values);
  return reader.problems.length > 0 ? { ok: false, problems: reader.problems } : { ok: true, values };
}

/**
 * The values of a stored revision that its version knows, and the paths of unknown ones, which are left out with the
 * warning FluentUnknownField for each (docs/forms.md, A4).
 */
export function readStoredValues(
  definition: FormDefinition,
  stored: unknown,
): { values: FormValues; warnings: ValidationItem[] } {
  const values: FormValues = {};
  if (!isObject(stored)) return { values, warnings: [] };
  const reader = new Reader(MAX_ROWS, true);
  reader.object(stored, definitionTree(definition), '', '', values);
  const warnings = reader.problems.map(({ path }) => ({
    code: 'FluentUnknownField',
    index: Number(/\[(\d+)\]/.exec(path)?.[1] ?? 0),
    path,
    label: { sr: path, en: path },
  }));
  return { values, warnings };
}
