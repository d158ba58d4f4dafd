import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { Misused } from './outcome.ts';

interface Option {
  type: 'string' | 'boolean';
  /** The placeholder of the value in the help. */
  value?: string;
  text: string;
}

/** The arguments of a subcommand. */
export interface Call {
  words: string[];
  options: Record<string, string | boolean | undefined>;
}

/** A subcommand of `pimis`. */
export interface Command {
  name: string;
  summary: string;
  /** Names of the required arguments. */
  words: readonly string[];
  /** Names of arguments after these that may be missing. */
  optional?: readonly string[];
  options: Readonly<Record<string, Option>>;
  /** It does not change the installation: it creates no database, DATA_DIR or secret, and migrates nothing. */
  keepsAsIs?: true;
  /** It runs until a signal, which it handles itself. */
  serves?: true;
  /** Further lines of the help. */
  help: string;
  /** The modules of a subcommand are loaded when it runs. Returns the exit code; nothing for 0. */
  run: (call: Call) => Promise<number | void>;
}

const shownOption = ([name, { type, value }]: [string, Option]) =>
  type === 'string' ? `--${name} ${value ?? 'VALUE'}` : `--${name}`;

export function usageOf({ name, words, optional = [], options }: Command): string {
  const further = optional.map((word) => `[${word}]`);
  return [
    'pimis',
    name,
    ...words,
    ...further,
    ...Object.entries(options).map((option) => `[${shownOption(option)}]`),
  ].join(' ');
}

/** The text of `pimis NAME --help`. */
export function helpOf(command: Command): string {
  const options = Object.entries(command.options).map((option) => [shownOption(option), option[1].text] as const);
  const width = Math.max(0, ...options.map(([shown]) => shown.length)) + 2;
  return [
    `${usageOf(command)}\n`,
    command.summary,
    ...(command.help === '' ? [] : [command.help]),
    ...(options.length === 0 ? [] : ['', ...options.map(([shown, text]) => `  ${shown.padEnd(width)}${text}`)]),
    '',
  ].join('\n');
}

/** Parses the arguments of a subcommand; `null` if its help is requested. Error: Misused. */
export function readCall(command: Command, args: readonly string[]): Call | null {
  const refuse = (problem: string): never => {
    throw new Misused(`${problem} Usage: ${usageOf(command)}`);
  };
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { type }] of Object.entries(command.options)) options[name] = { type };
  let read: ReturnType<typeof parseArgs>;
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence names the option; the next ones describe positional arguments.
    return refuse(`${(error as Error).message.split('. ')[0]?.replace(/\.?$/, '.')}`);
  }
  if (read.values.help === true) return null;
  const words = read.positionals.map((word) => word.trim());
  const most = command.words.length + (command.optional?.length ?? 0);
  if (words.length < command.words.length || words.length > most || words.includes('')) {
    const expected = most === 0 ? 'no arguments' : [...command.words, ...(command.optional ?? [])].join(' ');
    return refuse(`pimis ${command.name} takes ${expected}.`);
  }
  return { words, options: read.values as Call['options'] };
}
