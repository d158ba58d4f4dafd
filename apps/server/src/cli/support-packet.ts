import { existsSync } from 'node:fs';
import { VERSION } from '../platform/process/version.ts';
import { Refused } from '../platform/process/refused.ts';
import type { Call } from './command.ts';
import { diagnose } from './doctor.ts';
import { installationSections, type Section } from './support-packet/installation.ts';
import { endOf, logLines } from './support-packet/log-lines.ts';
import { masked } from './support-packet/masked.ts';
import { writeNewFile } from './whole-file.ts';

const NO_LOG = 'No log was given: --log FILE adds its last lines.';

/** `pimis support-packet FILE`: what support asks for, without secrets and without data of people. */
export async function run({ words: [path = ''], options: { log } }: Call): Promise<void> {
  // Checked before the work; a file that appears meanwhile is refused at the end.
  if (existsSync(path)) throw new Refused(`There is a file ${path} already.`);
  const env = process.env;
  const lines = typeof log === 'string' ? logLines(endOf(log), env) : [NO_LOG];
  const findings = await diagnose(env);
  const about: Section[] = [
    { title: 'doctor', lines: findings.map(({ check, state, text }) => `${state} ${check}: ${text}`) },
    ...(await installationSections()),
  ];
  const written: Section[] = [
    ...about.map((section) => ({ ...section, lines: section.lines.map((line) => masked(line, env)) })),
    // Lines of the log are already masked, field by field.
    { title: 'log', lines },
  ];
  const text = written.map(({ title, lines: of }) => `== ${title}\n${of.map((line) => `${line}\n`).join('')}`);
  writeNewFile(path, [`PIMIS ${VERSION}, ${new Date().toISOString()}\n`, ...text].join('\n'), 0o600);
  process.stdout.write(`The packet is in ${path}. Read it before you send it.\n`);
}
