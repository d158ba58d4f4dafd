import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { mergeScenario, type ScenarioChoice } from '@pimis/domain/portfolio/scenario/merge';
import { keep, newVisitKey, readKept, visitKeys } from '../../../browser/storage.ts';
import { choiceOf, isSameChoice } from './scenario-choice.ts';

/**
 * Unsaved changes of the user's own scenario, kept on this computer by each visit: they survive leaving the screen,
 * closing the tab and a crash. Only the owner changes a scenario, so its id suffices as the key.
 */

interface UnsavedChoice {
  base: ScenarioChoice;
  mine: ScenarioChoice;
  /** ISO 8601; missing in data kept by an earlier version. */
  at?: string;
}

const placeOf = (id: number) => `pimis.scenario.${id}`;

/** The key of one visit of a scenario. */
export const newUnsavedKey = (id: number): string => newVisitKey(placeOf(id));

/**
 * Keeps the differences from the saved scenario, if there are any. Returns whether the browser stored them; if it had
 * no space, the changes are still on the screen.
 */
export function keepUnsaved(key: string, base: Scenario, mine: Scenario): boolean {
  if (isSameChoice(base, mine)) return keep(key, null);
  const unsaved: UnsavedChoice = { base: choiceOf(base), mine: choiceOf(mine), at: new Date().toISOString() };
  return keep(key, JSON.stringify(unsaved));
}

/** Removes the changes of a scenario kept by any visit. */
export function dropUnsaved(id: number): void {
  for (const key of visitKeys(placeOf(id))) keep(key, null);
}

function readUnsaved(key: string): UnsavedChoice | null {
  try {
    return JSON.parse(readKept(key) ?? 'null') as UnsavedChoice | null;
  } catch {
    // A truncated one is ignored.
    return null;
  }
}

/**
 * Applies unsaved changes of earlier visits to the scenario, the latest last, and returns their keys; returns the same
 * object if there are none. The visit that shows the scenario keeps all of them from then on (takeOver).
 */
export function withUnsaved(read: Scenario): { shown: Scenario; left: readonly string[] } {
  const left = read.isOwn ? visitKeys(placeOf(read.id)) : [];
  const merged = left
    .flatMap((key) => readUnsaved(key) ?? [])
    .toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
    .reduce((now, { base, mine }) => mergeScenario(base, mine, now), read);
  return { shown: isSameChoice(merged, read) ? read : merged, left };
}

/**
 * Moves changes left by other visits to the key of this visit; they are removed there only after they are stored here.
 */
export function takeOver(key: string, base: Scenario, { shown, left }: ReturnType<typeof withUnsaved>): void {
  if (!keepUnsaved(key, base, shown)) return;
  for (const other of left) if (other !== key) keep(other, null);
}
