import { withoutSecrets } from '../platform/process/secrets.ts';
import { databaseChecks } from './doctor/database-checks.ts';
import type { Finding } from './doctor/finding.ts';
import { outsideChecks } from './doctor/outside-checks.ts';
import { readSettings, unwise } from './doctor/settings.ts';
import { EXIT } from './outcome.ts';
import { counted } from '../platform/process/counted.ts';

const MARKS: Readonly<Record<Finding['state'], string>> = { ok: 'ok', note: 'note', wrong: 'WRONG' };
const MARK_WIDTH = 7;

/** All findings about the settings, the services that they name, and the databases. Nothing is changed. */
export async function diagnose(env: Record<string, string | undefined>): Promise<Finding[]> {
  const { findings, config } = readSettings(env, { demo: false });
  const found = [
    ...findings,
    ...unwise(config, env),
    ...(await outsideChecks(config)),
    ...(await databaseChecks(config)),
  ];
  return found.map((finding) => ({ ...finding, text: withoutSecrets(finding.text, env) }));
}

/** `pimis doctor`: prints a line for each check. */
export async function run(): Promise<number> {
  const findings = await diagnose(process.env);
  const width = Math.max(...findings.map(({ check }) => check.length)) + 2;
  for (const { check, state, text } of findings) {
    process.stdout.write(`${MARKS[state].padEnd(MARK_WIDTH)}${check.padEnd(width)}${text}\n`);
  }
  const bad = findings.filter(({ state }) => state === 'wrong').length;
  process.stdout.write(
    bad === 0 ? 'Nothing is wrong.\n' : `${counted(bad, 'check has', 'checks have')} found something wrong.\n`,
  );
  return bad === 0 ? EXIT.done : EXIT.refused;
}
