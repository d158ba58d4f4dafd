/**
 * A migration says in its first line whether servers of the former version may go on while it runs and after it
 * (docs/decisions/0194-rolling-upgrade.md): `-- expand: …` or `-- contract: …`, with the reason.
 */
export interface Declaration {
  kind: 'expand' | 'contract';
  reason: string;
}

/** Migrations from before this rule, which are frozen. Servers have to stop for them. */
const LAST_UNDECLARED = '0141_open_data_files.sql';

const DECLARED = /^-- (expand|contract): (\S.*)$/;
const WITHOUT_COMMENTS = /--.*$/gm;
/** Statements that remove what servers of the former version may use, or refuse what they write. */
const TAKES_AWAY =
  /\b(?:drop\s+(?:table|column|type|constraint)|rename\s|alter\s+(?:column\s+)?\w+\s+(?:type|set\s+not\s+null)|drop\s+default|add\s+constraint|add\s+check)\b/i;
const REQUIRED_COLUMN = /\badd\s+column\b[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)[^,;]*/i;
const TOUCHED =
  /\b(?:alter\s+table|create\s+(?:unique\s+)?index\s+\w+\s+on|update|delete\s+from|lock\s+table)\s+(\w+)/gi;

/** The declaration of a migration; null when it has none. */
export function declarationOf(text: string): Declaration | null {
  const [, kind, reason] = DECLARED.exec(text.split('\n', 1)[0] ?? '') ?? [];
  return kind && reason ? { kind: kind as Declaration['kind'], reason } : null;
}

/** Whether servers of the former version may go on. A migration that does not say so stops them. */
export const mayGoOn = (text: string) => declarationOf(text)?.kind === 'expand';

/** The tables that a migration locks or rewrites, whose size decides how long it takes. */
export function touchedTables(text: string): string[] {
  const found = text.replaceAll(WITHOUT_COMMENTS, '').matchAll(TOUCHED);
  return [...new Set([...found].map(([, table = '']) => table.toLowerCase()))];
}

/** The fault in the declaration of a migration; null when it is right. */
export function declarationProblem(name: string, text: string): string | null {
  if (name <= LAST_UNDECLARED) return null;
  const declared = declarationOf(text);
  if (!declared) return `${name} does not begin with "-- expand: why" or "-- contract: why"`;
  if (declared.kind === 'contract') return null;
  const statements = text.replaceAll(WITHOUT_COMMENTS, '');
  const found = TAKES_AWAY.exec(statements) ?? REQUIRED_COLUMN.exec(statements);
  return found ? `${name} declares that it expands, and has "${found[0].trim()}"` : null;
}
