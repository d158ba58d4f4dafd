/**
 * A statement laid out for a review: a line for each clause, condition and subquery. Statements that differ only in
 * blanks and comments are laid out alike.
 */

const TOKEN =
  /'(?:[^']|'')*'|(?:"[^"]*"|\w+)(?:\.(?:"[^"]*"|\w+|\*))*|\$\d+|::|<=|>=|<>|!=|\|\||->>|->|#>>|#>|@>|&&|[^\s]/gu;
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//gu;
/** A clause begins with one of these words, or with two. */
const CLAUSES = /^(with|select|from|where|having|limit|offset|union|except|values|set|returning)$/u;
const OPENED = /^(group by|order by|left join|cross join|inner join|for update)$/u;
const QUERY = /^(select|with|values)$/u;
const WIDTH = 120;
const INDENT = '  ';

/** Lines of one nesting, with the parts between which a long one is broken. */
class Layout {
  readonly lines: string[] = [];
  #parts: string[] = [''];
  #depth = 0;

  add(text: string, glued: boolean): void {
    const last = this.#parts.length - 1;
    const before = this.#parts[last] ?? '';
    this.#parts[last] = before === '' || glued ? before + text : `${before} ${text}`;
  }

  /** A long line may be broken here. */
  mayBreak(): void {
    this.#parts.push('');
  }

  end(depth: number): void {
    const indent = INDENT.repeat(this.#depth);
    let line = '';
    for (const part of this.#parts.filter((text) => text !== '')) {
      const joined = line === '' ? part : `${line} ${part}`;
      if (line !== '' && indent.length + joined.length > WIDTH) {
        this.lines.push(indent + line);
        line = INDENT + part;
      } else line = joined;
    }
    if (line !== '') this.lines.push(indent + line);
    this.#parts = [''];
    this.#depth = depth;
  }
}

const isGlued = (token: string, before: string): boolean =>
  /^[,);\]]$|^::$/u.test(token) || /^(\(|\[|::|)$/u.test(before) || (token === '[' && before !== '');

export function formattedSql(statement: string): string {
  const tokens = statement.replaceAll(COMMENTS, ' ').match(TOKEN) ?? [];
  const layout = new Layout();
  /** Of each open parenthesis: whether it holds a query. */
  const open: boolean[] = [];
  const depth = () => open.filter(Boolean).length * 2;
  let isBetween = false;
  let before = '';
  for (const [place, token] of tokens.entries()) {
    const word = token.toLowerCase();
    const pair = `${word} ${(tokens[place + 1] ?? '').toLowerCase()}`;
    const isQueryLevel = open.at(-1) ?? true;
    if (token === ')') {
      if (open.pop()) {
        layout.end(depth());
        before = '';
      }
    } else if (isQueryLevel && isClause(word, pair, before)) {
      layout.end(depth());
      before = '';
    } else if (isQueryLevel && word === 'and' && !isBetween) {
      layout.end(depth() + 1);
      before = '';
    }
    if (word === 'or') layout.mayBreak();
    if (word === 'between') isBetween = true;
    else if (word === 'and') isBetween = false;
    const isCall =
      token === '(' &&
      /^[a-z_.]+$/u.test(before) &&
      !/^(in|as|and|or|on|from|where|over|filter|not|exists|case|when|then|else|any|join|lateral|materialized|select|by)$/u.test(
        before,
      );
    layout.add(token, isCall || isGlued(token, before));
    before = word;
    if (token === ',' && isQueryLevel) layout.mayBreak();
    if (token !== '(') continue;
    const holdsQuery = QUERY.test((tokens[place + 1] ?? '').toLowerCase());
    open.push(holdsQuery);
    if (!holdsQuery) continue;
    layout.end(depth());
    before = '';
  }
  layout.end(0);
  return `${layout.lines.join('\n')}\n`;
}

function isClause(word: string, pair: string, before: string): boolean {
  if (OPENED.test(pair)) return true;
  if (word === 'join') return !/^(left|cross|inner|right|full)$/u.test(before);
  if (word === 'from') return before !== 'distinct';
  return CLAUSES.test(word);
}
