import { useLayoutEffect, useId } from 'react';

/** Something that can be done on the screen that is up, by its words; the search of the header finds it. */
export interface Command {
  title: string;
  run: () => void;
}

const offered = new Map<string, readonly Command[]>();

/** Offers commands as long as the part of the screen that has them is up. */
export function useCommands(commands: readonly Command[]): void {
  const id = useId();
  // The search reads them as it is drawn, so they are kept with every drawing of the screen.
  useLayoutEffect(() => {
    offered.set(id, commands);
  });
  useLayoutEffect(
    () => () => {
      offered.delete(id);
    },
    [id],
  );
}

/** What the screen offers now. */
export const currentCommands = (): Command[] => [...offered.values()].flat();
