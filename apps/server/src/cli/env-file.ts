import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ConfigError } from '../settings/read.ts';

const BLANK = /[ \t\n\r]/;
const LINE_END = /[\n\r]/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Characters that a backslash escapes within double quotes; before others the backslash is kept. */
const ESCAPED_IN_QUOTES = '"\\`$';

type State = 'start' | 'comment' | 'name' | 'value' | 'plain' | 'single' | 'double';

/**
 * The settings of a file, as systemd reads an EnvironmentFile: `#` and `;` begin a comment at the start of a line,
 * blanks around a value go unless they are quoted, a backslash at the end of a line continues it, and nothing is
 * substituted: `&`, `$` and `<…>` are literal.
 */
export function readEnvFile(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  let state: State = 'start';
  let name = '';
  let value = '';
  /** The length of the value without the blanks at its end; quoted and escaped blanks belong to it. */
  let kept = 0;
  const add = (part: string, isKept = true) => {
    value += part;
    if (isKept) kept = value.length;
  };
  const end = () => {
    if (NAME.test(name.trim())) settings[name.trim()] = value.slice(0, kept);
    [name, value, kept, state] = ['', '', 0, 'start'];
  };
  const characters = [...text];
  for (let at = 0; at < characters.length; at += 1) {
    const one = characters[at] ?? '';
    const isEnd = LINE_END.test(one);
    switch (state) {
      case 'start':
        if (one === '#' || one === ';') state = 'comment';
        else if (!BLANK.test(one)) [state, name] = ['name', one];
        break;
      case 'comment':
        if (isEnd) state = 'start';
        break;
      case 'name':
        if (isEnd) [state, name] = ['start', ''];
        else if (one === '=') state = 'value';
        else name += one;
        break;
      case 'value':
      case 'plain':
        if (isEnd) end();
        else if (one === '\\') {
          at += 1;
          const next = characters[at] ?? '';
          if (!LINE_END.test(next)) add(next);
          state = 'plain';
        } else if (state === 'value' && one === "'") state = 'single';
        else if (state === 'value' && one === '"') state = 'double';
        else if (state === 'plain' || !BLANK.test(one)) {
          add(one, !BLANK.test(one));
          state = 'plain';
        }
        break;
      case 'single':
        if (one === "'") state = 'value';
        else add(one);
        break;
      case 'double':
        if (one === '"') state = 'value';
        else if (one === '\\') {
          at += 1;
          const next = characters[at] ?? '';
          if (ESCAPED_IN_QUOTES.includes(next)) add(next);
          else if (next !== '\n') add(`\\${next}`);
        } else add(one);
        break;
    }
  }
  if (state !== 'start' && state !== 'comment' && state !== 'name') end();
  return settings;
}

/** Adds the settings of a file to an environment; those of the file take precedence. Error: ConfigError. */
export function useEnvFile(path: string, env: NodeJS.ProcessEnv): void {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError('--env', (error as Error).message);
  }
  const settings = readEnvFile(text);
  Object.assign(env, settings);
  // Node reads this one when it starts.
  if (settings.NODE_EXTRA_CA_CERTS) trustAlso(settings.NODE_EXTRA_CA_CERTS);
}

function trustAlso(path: string): void {
  try {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(path, 'utf8')]);
  } catch (error) {
    throw new ConfigError('NODE_EXTRA_CA_CERTS', (error as Error).message);
  }
}
