import { ApiError } from '../../platform/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refused } from '../../platform/process/refused.ts';
import { sentenceOf } from '../outcome.ts';

/** The transaction of an import, and in whose name ceilings are kept. */
export interface Import {
  context: Context;
  tx: Tx;
  /** Active, with the right to set ceilings. */
  account: { id: number; name: string } | null;
}

/** An operator, as for every command. */
export const OPERATOR = { user: null } as const;

/** Does the work for a place of the file; a refusal of it names the place. Error: Refused. */
export async function atPlace<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new Refused(`Nothing is applied. ${place}: ${sentenceOf(error)}`, { cause: error });
  }
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** The line of a changed thing, with its fields that differ; null if none does. Lists show added and removed items. */
export function changeLine(name: string, before: object, after: object): string | null {
  const was = before as Record<string, unknown>;
  const fields = Object.entries(after).flatMap(([field, value]) => {
    const former = was[field];
    if (shown(former) === shown(value)) return [];
    if (!Array.isArray(value) || !Array.isArray(former)) return [`${field} ${shown(former)} → ${shown(value)}`];
    const added = value.filter((one) => !former.includes(one)).map((one) => `+${String(one)}`);
    const gone = former.filter((one) => !value.includes(one)).map((one) => `-${String(one)}`);
    return [`${field} ${[...added, ...gone].join(' ')}`];
  });
  return fields.length === 0 ? null : `~ ${name}: ${fields.join(', ')}`;
}
