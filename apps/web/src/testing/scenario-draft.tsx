import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { expect } from 'vitest';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { type ScenarioDraft, useScenarioDraft } from '../features/portfolio/scenarios/use-scenario-draft.ts';
import { draw } from './form.tsx';

/** A draft whose scenario is read anew by `read`. */
export async function drafted(first: Scenario) {
  let now: ScenarioDraft | undefined;
  let cache: QueryClient | undefined;
  let answer: (scenario: Scenario) => void = () => undefined;
  const Screen = () => {
    cache = useQueryClient();
    const [read, setRead] = useState(first);
    answer = setRead;
    now = useScenarioDraft(read);
    // Runs after the effects of the draft and is rendered together with their result.
    const [heard, setHeard] = useState(0);
    useEffect(() => setHeard(read.revision), [read]);
    return <p>{`heard ${heard}`}</p>;
  };
  const screen = await draw(<Screen />);
  return {
    draft: () => now as ScenarioDraft,
    cache: cache as QueryClient,
    leave: () => screen.unmount(),
    shown: () => `${now?.shown.name} ${now?.shown.revision}`,
    read: async (next: Scenario) => {
      answer(next);
      await expect.element(screen.getByText(`heard ${next.revision}`)).toBeVisible();
    },
  };
}
