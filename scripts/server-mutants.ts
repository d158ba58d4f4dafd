import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_MUTANTS } from './mutants/server-mutants.ts';
import { ROOT } from './mutants/sets.ts';

/*
 * Mutants of the server's conditions in TypeScript and SQL, a list chosen by hand: each is written into its file, its tests
 * run, and the file is put back. Words of the command line choose files. A run takes some seconds for each mutant, so it
 * belongs to no check. Exit code 1 when one survives.
 */

const vitest = join(ROOT, 'node_modules', '.bin', 'vitest');
const words = process.argv.slice(2);
const chosen = SERVER_MUTANTS.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));

let restore = () => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    restore();
    process.exit(1);
  });
}

const survivors: string[] = [];
for (const { file, from, to, tests } of chosen) {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
  restore = () => writeFileSync(path, text);
  try {
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    const { status } = spawnSync(vitest, ['run', '--project', 'api', '--bail', '1', ...tests], { cwd: ROOT });
    const name = `${file}: ${from} -> ${to}`.replaceAll(/\s+/g, ' ');
    console.log(`${status === 0 ? 'SURVIVED' : 'killed'} ${name}`);
    if (status === 0) survivors.push(name);
  } finally {
    restore();
  }
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants are found.`);
process.exitCode = survivors.length === 0 ? 0 : 1;
