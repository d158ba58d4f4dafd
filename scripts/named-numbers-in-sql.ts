import { FORM_STATUS, ORGANIZATION_STATUS, PROJECT_STATUS, USER_STATUS } from '../packages/domain/src/constants.ts';
import { DECISION, LIST } from '../packages/domain/src/workflow/lists.ts';
import { PHASE } from '../packages/domain/src/workflow/phases.ts';
import { PHASE_STATUS } from '../packages/domain/src/workflow/statuses.ts';

/**
 * Finds numbers of statuses, phases, decisions and kinds in SQL files without a name. SQL has no constants: a number
 * is named by a comment after it, `status = 4 /* FORM_STATUS.approved *\/`, which is compared with the domain.
 */

const CONSTANTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  DECISION,
  FORM_STATUS,
  LIST,
  ORGANIZATION_STATUS,
  PHASE,
  PHASE_STATUS,
  PROJECT_STATUS,
  USER_STATUS,
};

const TOKEN = /--.*|\/\*\s*(.*?)\s*\*\/|'(?:[^']|'')*'|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|<>|!=|<=|>=|::|\S/g;
const STATE = /(^|_|\.)(status|phase|decision|type)$/;
const COMPARED: readonly string[] = ['=', '<>', '!=', '<', '>', '<=', '>='];
const NUMBER = /^\d+$/;

interface Token {
  text: string;
  line: number;
  /** The name that the comment behind a number gives it. */
  name?: string;
}

/** Words, numbers and signs. Bodies of functions are read too: a dollar is a sign like others. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [token, name] = match;
    const before = tokens.at(-1);
    if (name !== undefined && before) before.name = name;
    else if (!token.startsWith('--')) {
      tokens.push({ text: token.toLowerCase(), line: text.slice(0, match.index).split('\n').length });
    }
  }
  return tokens;
}

function isNamed({ text, name = '' }: Token): boolean {
  const [group = '', member = ''] = name.split('.');
  return CONSTANTS[group]?.[member] === Number(text);
}

/** The numbers of a list in parentheses that begins here. */
function listed(tokens: readonly Token[], from: number): Token[] {
  const end = tokens.findIndex(({ text }, index) => index > from && text === ')');
  return tokens.slice(from + 1, end < 0 ? undefined : end);
}

/** Lines of a SQL file in which a status, phase, decision or kind is a number without its name. */
export function bareNumbersInSql(text: string): number[] {
  const tokens = tokensOf(text);
  const at = (index: number) => tokens[index]?.text ?? '';
  const isState = (index: number) => STATE.test(at(index));
  const found = tokens.flatMap((token, index): Token[] => {
    if (isState(index)) {
      // After a cast of a status, look behind the type.
      const next = at(index + 1) === '::' ? index + 3 : index + 1;
      if (COMPARED.includes(at(next))) return tokens.slice(next + 1, next + 2);
      if (at(next) === 'in') return listed(tokens, next + 1);
      if (at(next) === 'not' && at(next + 1) === 'in') return listed(tokens, next + 2);
      if (at(next) === 'when') {
        const end = tokens.findIndex((one, place) => place > next && one.text === 'end');
        return tokens.slice(next, end).filter((_, place) => at(next + place - 1) === 'when');
      }
    }
    if (!NUMBER.test(token.text)) return [];
    const compares = COMPARED.includes(at(index + 1)) && isState(index + 2);
    const isIn = at(index + 1) === 'in' && listed(tokens, index + 2).some(({ text: word }) => STATE.test(word));
    return compares || isIn ? [token] : [];
  });
  const lines = found.filter((token) => NUMBER.test(token.text) && !isNamed(token)).map(({ line }) => line);
  return [...new Set(lines)];
}
