import { useState } from 'react';
import { expect, test } from 'vitest';
import { drawBesideAway, leaveAsked } from '../testing/leaving.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';

test('whoever was about to leave while input was sent leaves when it is saved', async () => {
  let saved = () => {};
  function Screen() {
    const [unsaved, setUnsaved] = useState(true);
    saved = () => setUnsaved(false);
    return <LeaveQuestion unsaved={unsaved} />;
  }
  const { screen, path } = await drawBesideAway(Screen);
  await leaveAsked();
  expect(path()).toBe('/form');
  saved();
  await expect.poll(path).toBe('/projects');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
