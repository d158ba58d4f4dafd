import { useLayoutEffect, useId } from 'react';

/** An action of the present screen with its text; the search of the header finds it. */
export interface Command {
  title: string;
  run: () => void;
}

const offered = new Map<string, readonly Command[]>();

/** Offers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const id = useId();
  // The search reads the commands while it renders, so they are updated at every render of the screen.
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

/** The commands that the screen offers now. */
export const currentCommands = (): Command[] => [...offered.values()].flat();
