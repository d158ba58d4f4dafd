import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run examples -- http://localhost:3000`: runs the examples of docs/open-data.md on a server with open data, whose files have
 * been made: each line for the shell, and the program in Python. Needs curl, gunzip, jq and python3, so only the thorough run has it
 * (tests/e2e/portal.spec.ts); other tests check the addresses (modules/portal/callers.test.ts).
 */

const url = process.argv[2];
if (url === undefined || !URL.canParse(url)) {
  process.stderr.write('Which server? npm run examples -- http://localhost:3000\n');
  process.exit(2);
}

const docs = readFileSync(join(import.meta.dirname, '..', 'docs', 'open-data.md'), 'utf8');
const examples = docs.slice(docs.indexOf('## Examples'));
const blocks = [...examples.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
  language,
  code: code.replaceAll('https://example.rs', url.replace(/\/$/, '')),
}));
if (blocks.length === 0) throw new Error('docs/open-data.md has no examples');

let failed = false;
function check(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  const good = status === 0 && stdout.trim() !== '' && !stdout.includes('"errors":[{');
  failed ||= !good;
  process.stdout.write(
    `${good ? 'runs' : 'FAILS'}: ${args.at(-1)?.split('\n')[0]}\n  ${stdout.trim().slice(0, 120)}\n`,
  );
  if (!good) process.stderr.write(`${stderr}${error?.message ?? ''}\n`);
}

for (const { language, code } of blocks) {
  if (language === 'python') check('python3', ['-c', code]);
  else for (const line of code.trim().split('\n')) check('bash', ['-o', 'pipefail', '-c', line]);
}
process.exit(failed ? 1 : 0);
