import { useEffect, useEffectEvent, useId } from 'react';

/** An action of the present screen with its text; the search of the header finds it. */
export interface Command {
  title: string;
  run: () => void;
}

const offered = new Map<string, () => readonly Command[]>();

/** Offers commands while the component is mounted. */
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
