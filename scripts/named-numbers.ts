import { parseSync, Visitor } from 'oxc-parser';
import { HOLE, wordsOf } from './sql-words.ts';

/** Finds numbers of statuses and phases that should have names (PHASE, PHASE_STATUS, FORM_STATUS, …). */

type Node = Record<string, unknown> & { type: string; start: number };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const NAMED = /(^|_|[a-z])(status|phase|Status|Phase)$/;
const HTTP = /http/i;
/** HTTP statuses have three digits. */
const LARGEST = 99;
const COMPARED = /^(===?|!==?|[<>]=?)$/;
const SQL_COMPARED = /^(=|<>|!=|[<>]=?|in \(|when)$/;
/** Only such texts are read as SQL: PostgreSQL's scanner refuses many sentences. */
const SQL = /\b(select|update|where|case|insert)\b.*(phase|status)|(phase|status).*\bwhere\b/is;

/** The last name of an expression: `row.phaseStatus` → phaseStatus, `'projects.phase'` → phase. */
function calledOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'ChainExpression') return calledOf(node.expression);
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'MemberExpression') return node.computed === true ? '' : calledOf(node.property);
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value.split(/[. ]/).at(-1) ?? '';
  return '';
}

const isState = (node: unknown) => NAMED.test(calledOf(node)) && !HTTP.test(calledOf(node));

function isNumber(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'ArrayExpression') return (node.elements as unknown[]).some(isNumber);
  return node.type === 'Literal' && typeof node.value === 'number' && node.value <= LARGEST;
}

/**
 * Returns whether SQL compares a column of a status or phase with a number: `phase = 1`, `p.status in (1`, `case phase
 * when 1`.
 */
function comparesInSql(text: string): boolean {
  const words = wordsOf(text.toLowerCase()).map((word) => word.replaceAll('"', ''));
  return words.some((word, index) => {
    if (!NAMED.test(word)) return false;
    const [first = '', second = '', third = ''] = words.slice(index + 1);
    const [compared, value] = second === '(' ? [`${first} (`, third] : [first, second];
    return SQL_COMPARED.test(compared) && /^\d/.test(value);
  });
}

/** The exit status of a program: 0 is success. */
const STARTS_PROGRAMS = /from 'node:child_process'/;

/** Lines of the source with a status or phase as a number. */
export function bareNumbers(file: string, source: string): number[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = new Set<number>();
  const add = ({ start }: { start: number }) => found.add(source.slice(0, start).split('\n').length);
  const readSql = (node: { start: number }, text: string) => {
    if (SQL.test(text) && comparesInSql(text)) add(node);
  };
  new Visitor({
    BinaryExpression(node) {
      if (!COMPARED.test(node.operator) || STARTS_PROGRAMS.test(source)) return;
      if ((isState(node.left) && isNumber(node.right)) || (isState(node.right) && isNumber(node.left))) add(node);
    },
    CallExpression(node) {
      const [first, , third] = node.arguments as unknown[];
      const callee = node.callee as unknown as Node;
      const method = calledOf(callee);
      if (method === 'includes' && isState(first) && isNumber(callee.object)) add(node);
      if (/^(where|on)$/.test(method) && isState(first) && isNumber(third)) add(node);
    },
    Property(node) {
      if (isState(node.key) && isNumber(node.value)) add(node);
    },
    TemplateLiteral(node) {
      readSql(node, node.quasis.map(({ value }) => value.raw).join(HOLE));
    },
    Literal(node) {
      if (typeof node.value === 'string') readSql(node, node.value);
    },
  }).visit(program);
  return [...found];
}
