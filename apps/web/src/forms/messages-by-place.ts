import type { ValidationItem } from '@pimis/domain/forms/types';

/** Items of a validation result by place. */
export type Messages = ReadonlyMap<string, readonly ValidationItem[]>;

/** Groups items by path. A path with equal items keeps its array, so that its field is not rendered again. */
export function byPlace(items: readonly ValidationItem[], before: Messages): Messages {
  const groups = new Map<string, ValidationItem[]>();
  for (const item of items) groups.set(item.path, [...(groups.get(item.path) ?? []), item]);
  // Comparing the codes is not enough: the message about a sum changes with its difference.
  const content = (list: readonly ValidationItem[]) => JSON.stringify(list);
  return new Map(
    [...groups].map(([place, list]) => {
      const old = before.get(place);
      return [place, old && content(old) === content(list) ? old : list];
    }),
  );
}

/** Places whose items have changed. */
export function placesOtherThan(before: Messages, after: Messages): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((place) => before.get(place) !== after.get(place));
}
