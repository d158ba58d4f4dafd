import { useEffect, useEffectEvent, useId } from 'react';

/** Something that can be done on the screen that is up, by its words; the search of the header finds it. */
export interface Command {
  title: string;
  run: () => void;
}

const offered = new Map<string, () => readonly Command[]>();

/** Offers commands as long as the part of the screen that has them is up. */
export function useCommands(commands: readonly Command[]): void {
  const id = useId();
  const read = useEffectEvent(() => commands);
  useEffect(() => {
    offered.set(id, () => read());
    return () => {
      offered.delete(id);
    };
  }, [id]);
}

/** What the screen offers now. */
export const currentCommands = (): Command[] => [...offered.values()].flatMap((read) => read());
