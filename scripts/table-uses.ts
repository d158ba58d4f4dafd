import { parseSync, Visitor } from 'oxc-parser';
import { HOLE, wordsOf } from './sql-words.ts';

/** A table or view in a source file, and whether the source writes it. */
export interface TableUse {
  /** null: the name is computed at run time. */
  table: string | null;
  writes: boolean;
  line: number;
}

type Node = Record<string, unknown> & { type: string; start: number };

const READING = /^(selectFrom|(inner|left|right|full|cross)Join(Lateral)?|from|using)$/;
const WRITING = /^(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;
/** Other methods of these names take no names of tables. */
const ALSO_OTHERS = /^(from|using)$/;
/** SQL in text without the tag, which is inserted elsewhere. */
const SQL_TEXT =
  /\b(select|insert\s+into|delete\s+from|update\s[^]*\bset)\s|^\s*((left|inner|cross)\s+)?(from|join|exists)\b/i;

const CLAUSE_ENDS =
  /^(where|group|order|limit|offset|union|except|intersect|set|returning|having|window|for|select|values|when|then)$/;

interface Named {
  /** The word, or HOLE. */
  word: string;
  writes: boolean;
  /** The index of the hole; -1 if the word is none, or the hole is only part of the name. */
  hole: number;
}

function named(token: string, writes: boolean): Named {
  const word = token.replaceAll('"', '').replace(/^public\./, '');
  if (!word.includes(HOLE)) return { word, writes, hole: -1 };
  return { word: HOLE, writes, hole: word.startsWith(HOLE) && !word.includes('.') ? Number(word.slice(1)) : -1 };
}

/** The words of SQL in the place of a table. A fragment may begin with one: `projects join …`. */
export function tablesInSql(text: string): Named[] {
  const tokens = wordsOf(text);
  const found: Named[] = [];
  const clauses = [{ sources: false }];
  let expects = false;
  let writes = false;
  const top = () => clauses.at(-1) ?? { sources: false };
  for (const [index, raw] of tokens.entries()) {
    const token = raw.toLowerCase();
    const before = tokens[index - 1]?.toLowerCase() ?? '';
    if (token === '(' || token === '[') {
      const grouped: boolean = expects && !/^(select|with|values)$/i.test(tokens[index + 1] ?? '');
      clauses.push({ sources: grouped });
      expects = grouped;
    } else if (token === ')' || token === ']') {
      if (clauses.length > 1) clauses.pop();
      expects = false;
    } else if (token === 'from' || token === 'join' || token === 'using') {
      writes = token === 'from' && before === 'delete';
      expects = true;
      if (token !== 'join') top().sources = true;
    } else if (token === 'into' || token === 'truncate' || (token === 'table' && before !== 'temporary')) {
      writes = true;
      expects = true;
    } else if (token === 'update' && !/^(for|do|key|on)$/.test(before)) {
      writes = true;
      expects = true;
    } else if (token === ',') {
      expects = top().sources;
      writes = false;
    } else if (CLAUSE_ENDS.test(token)) {
      top().sources = false;
      expects = false;
    } else if (expects && token !== 'lateral' && token !== 'only' && token !== 'if' && token !== 'exists') {
      if (tokens[index + 1] !== '(' || writes) found.push(named(token, writes));
      expects = false;
    } else if (index === 0 && tokens.some((other) => other.toLowerCase() === 'join')) {
      found.push(named(token, false));
    }
  }
  // The text continues with a value computed at run time; a single word does not.
  if (expects && tokens.length > 1) found.push({ word: HOLE, writes, hole: -1 });
  return found;
}

/** A fragment that is only a name: it is inserted in the place of a table. */
const NAME_ALONE = /^\s*(?:"?public"?\.)?"?(?<table>[\w.]+)"?(?:\s+(?:as\s+)?\w+)?\s*$/i;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** `sql`, `sql.raw`, … → its names; empty for other expressions. */
function pathOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Identifier') return [String(node.name)];
  if (node.type !== 'MemberExpression' || node.computed === true) return [];
  return [...pathOf(node.object), ...pathOf(node.property)];
}

/** Returns whether the argument is a query, whose tables are found where it is written, or SQL. */
function isQuery(argument: unknown): boolean {
  if (!isNode(argument)) return false;
  if (argument.type === 'ArrowFunctionExpression' || argument.type === 'TaggedTemplateExpression') return true;
  if (argument.type !== 'CallExpression') return false;
  const callee = argument.callee as Node;
  if (callee.type !== 'MemberExpression' || !isNode(callee.property)) return false;
  return callee.property.name === 'as' || pathOf(callee)[0] === 'sql';
}

/** `table` or `table as alias`; null for other arguments. */
function nameOf(argument: unknown): string | null {
  if (!isNode(argument) || argument.type !== 'Literal' || typeof argument.value !== 'string') return null;
  return /^(?:public\.)?([\w.]+)(?:\s+as\s+\w+)?$/i.exec(argument.value)?.[1] ?? null;
}

/** The tables and views of a source file, in calls of the query builder and in SQL text. */
export function tableUses(file: string, source: string, known: ReadonlySet<string>): TableUse[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: TableUse[] = [];
  const tagged = new Set<unknown>();
  const add = (node: { start: number }, table: string | null, writes: boolean) => {
    if (table !== null && !known.has(table)) return;
    found.push({ table, writes, line: source.slice(0, node.start).split('\n').length });
  };
  /** `holes`: the interpolated values of a tagged text; null for plain text, whose values are unknown. */
  const readSql = (node: Node, text: string, holes: readonly unknown[] | null) => {
    const alone = holes ? NAME_ALONE.exec(text)?.groups?.table : undefined;
    if (alone !== undefined) add(node, alone, false);
    for (const { word, writes, hole } of tablesInSql(text)) {
      if (word !== HOLE) add(node, word, writes);
      else if (!holes || hole < 0) add(node, null, writes);
      else {
        const call = holes[hole];
        // The tables of a fragment are found where it is written; a computed name is not.
        if (isNode(call) && call.type === 'CallExpression' && /^sql (id|ref|raw)$/.test(pathOf(call.callee).join(' ')))
          add(node, nameOf((call.arguments as unknown[])[0]), writes);
      }
    }
  };
  const readTemplate = (node: Node, quasi: Node, isSql: boolean) => {
    const parts = (quasi.quasis as { value: { cooked: string | null } }[]).map(({ value }) => value.cooked ?? '');
    readSql(node, parts.join(HOLE), isSql ? (quasi.expressions as unknown[]) : null);
  };
  new Visitor({
    TaggedTemplateExpression(node) {
      if (pathOf(node.tag).join('.') !== 'sql') return;
      tagged.add(node.quasi);
      readTemplate(node as unknown as Node, node.quasi as unknown as Node, true);
    },
    TemplateLiteral(node) {
      if (tagged.has(node)) return;
      if (SQL_TEXT.test(node.quasis.map(({ value }) => value.raw).join(' ')))
        readTemplate(node as unknown as Node, node as unknown as Node, false);
    },
    Literal(node) {
      if (typeof node.value === 'string' && SQL_TEXT.test(node.value))
        readSql(node as unknown as Node, node.value, null);
    },
    CallExpression(node) {
      const call = node as unknown as Node;
      const callee = call.callee as Node;
      if (callee.type !== 'MemberExpression') return;
      const method = pathOf(callee).at(-1) ?? '';
      const [first] = call.arguments as unknown[];
      if (/^sql\.table$|\bdynamic\.table$/.test(pathOf(callee).join('.'))) return add(call, nameOf(first), true);
      const writes = WRITING.test(method);
      if (!writes && !READING.test(method)) return;
      const named = isNode(first) && first.type === 'ArrayExpression' ? (first.elements as unknown[]) : [first];
      for (const one of named) {
        const name = nameOf(one);
        if (name !== null) add(call, name, writes);
        else if (!ALSO_OTHERS.test(method) && !isQuery(one)) add(call, null, writes);
      }
    },
  }).visit(program);
  return found;
}
