import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { ROOT, TABLES } from './sets.ts';
import type { Mutant, Work } from './work.ts';

/** A node of the instrumenter's syntax tree, as far as it is looked at here. */
interface SyntaxPath {
  hub?: { file?: { opts?: { filename?: string } } };
  getFunctionParent: () => unknown;
  node: { type: string; properties?: { key?: { name?: string } }[]; callee?: { name?: string } };
  parent: SyntaxPath['node'];
}

/** `{ sr, en }`, or a call that makes one. */
const isText = ({ node }: SyntaxPath) =>
  (node.type === 'ObjectExpression' &&
    node.properties?.length === 2 &&
    node.properties[0]?.key?.name === 'sr' &&
    node.properties[1]?.key?.name === 'en') ||
  (node.type === 'CallExpression' && /^(?:both|pair)$/.test(node.callee?.name ?? ''));

const isOfError = ({ parent }: SyntaxPath) =>
  parent.type === 'NewExpression' && parent.callee?.name?.endsWith('Error') === true;

/** A text, list or group of a table that a file of rules begins with. */
const isOfTable = (path: SyntaxPath) =>
  TABLES.some((file) => path.hub?.file?.opts?.filename?.endsWith(file)) &&
  /^(?:StringLiteral|BooleanLiteral|ArrayExpression)$/.test(path.node.type) &&
  path.getFunctionParent() === null;

/** Texts in two languages and what errors of the program say: a catalogue, wherever it stands. */
const ignorer = {
  shouldIgnore: (path: SyntaxPath) =>
    isText(path)
      ? 'a text'
      : isOfError(path)
        ? 'what an error of the program says'
        : isOfTable(path)
          ? 'a cell of a table'
          : undefined,
};

const silent = () => undefined;
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

const LONGEST = 100;
const shortened = (code: string) => {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};

/** Code between two positions (lines and columns from 0). */
function between(text: string, { start, end }: { start: Place; end: Place }): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
    .join('\n');
}

interface Place {
  line: number;
  column: number;
}

/** Instrumented code stops counting who reaches it when the session says that this is known. */
function countingOnce(code: string): string {
  return code.replace('function cover() {', 'function cover() { if (ns.isCovered) return;');
}

/** Puts every mutant of the files behind a switch; paths are those from the root of the repository. */
export async function instrument(files: readonly string[]): Promise<Pick<Work, 'sources' | 'mutants'>> {
  const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
  const result = await new Instrumenter(logger).instrument(
    [...texts].map(([file, content]) => ({ name: join(ROOT, file), mutate: true, content })),
    { plugins: null, excludedMutations: [], ignorers: [ignorer] },
  );
  const seen = new Map<string, number>();
  const mutants = result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map((made): Mutant => {
      const file = relative(ROOT, made.fileName);
      const original = shortened(between(texts.get(file) ?? '', made.location));
      const replacement = shortened(made.replacement);
      const base = `${file} | ${original} | ${replacement}`;
      const times = (seen.get(base) ?? 0) + 1;
      seen.set(base, times);
      return {
        id: made.id,
        file,
        line: made.location.start.line + 1,
        mutator: made.mutatorName,
        original,
        replacement,
        key: times === 1 ? base : `${base} | ${times}`,
      };
    });
  const sources = result.files.map(({ name, content }): [string, string] => [
    relative(ROOT, name),
    countingOnce(content),
  ]);
  return { sources: Object.fromEntries<string>(sources), mutants };
}
