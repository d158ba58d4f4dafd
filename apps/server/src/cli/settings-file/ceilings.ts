import { fromHundredths, toHundredths } from '@pimis/domain/money/decimal';
import { ceilingsInForce, overwriteCeiling } from '../../modules/fiscal-calendar/ceilings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refused } from '../../platform/process/refused.ts';
import { atPlace, type Import, OPERATOR } from './changes.ts';
import { ceilingKey, type CeilingSetting, type SettingsFile } from './file.ts';

/** Ceilings in force, by year, source and sector. */
export async function ceilingsAsSet(tx: Tx): Promise<CeilingSetting[]> {
  const ceilings = await ceilingsInForce(tx);
  return ceilings.map(({ year, source, sector, amount }) => ({ year, source, sector, amount: amount ?? '' }));
}

/** Changes ceilings to those of a file; returns a line for each change. Error: Refused. */
export async function setCeilings(
  { context, tx, account }: Import,
  wanted: SettingsFile['ceilings'],
): Promise<string[]> {
  if (!wanted) return [];
  const present = new Map((await ceilingsAsSet(tx)).map((ceiling) => [ceilingKey(ceiling), ceiling]));
  const kept = new Set(wanted.map(ceilingKey));
  const set = wanted.map((ceiling, index) => ({
    place: `ceilings[${index}]`,
    ceiling: { ...ceiling, amount: fromHundredths(toHundredths(ceiling.amount) ?? 0n) },
  }));
  const gone = [...present].filter(([key]) => !kept.has(key));
  const removed = gone.map(([key, ceiling]) => ({
    place: `ceilings: without ${key}`,
    ceiling: { ...ceiling, amount: null },
  }));
  const lines: string[] = [];
  for (const { place, ceiling } of [...removed, ...set]) {
    const key = ceilingKey(ceiling);
    const before = present.get(key)?.amount ?? null;
    if (before === ceiling.amount) continue;
    if (!account) throw new Refused(`Nothing is applied. ${place}: --account LOGIN says in whose name it is kept`);
    await atPlace(place, () => overwriteCeiling(context, tx, account, ceiling, OPERATOR));
    const name = `ceiling ${key}`;
    if (ceiling.amount === null) lines.push(`- ${name}: ${before}`);
    else lines.push(before === null ? `+ ${name}: ${ceiling.amount}` : `~ ${name}: ${before} → ${ceiling.amount}`);
  }
  return lines;
}
