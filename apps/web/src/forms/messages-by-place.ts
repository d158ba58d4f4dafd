import type { VerdictItem } from '@pimis/domain/forms/types';

/** What a verdict says, by the place at which it says it. */
export type Messages = ReadonlyMap<string, readonly VerdictItem[]>;

/** Items by place. A place whose items say the same keeps its list, so that nothing is drawn again for it. */
export function byPlace(items: readonly VerdictItem[], before: Messages): Messages {
  const groups = new Map<string, VerdictItem[]>();
  for (const item of items) groups.set(item.path, [...(groups.get(item.path) ?? []), item]);
  const codes = (list: readonly VerdictItem[]) => list.map(({ code }) => code).join();
  return new Map(
    [...groups].map(([place, list]) => {
      const old = before.get(place);
      return [place, old && codes(old) === codes(list) ? old : list];
    }),
  );
}

/** Places whose items are others than they were. */
export function placesOtherThan(before: Messages, after: Messages): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((place) => before.get(place) !== after.get(place));
}
