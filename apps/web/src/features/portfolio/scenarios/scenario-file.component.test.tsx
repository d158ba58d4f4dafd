import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../testing/form.tsx';
import { ScenarioFile } from './ScenarioFile.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

const draft = { shown: { id: 7, isOwn: true }, save: () => Promise.resolve(3) } as unknown as ScenarioDraft;

afterEach(() => vi.restoreAllMocks());

test('a file that is asked for twice is made once, and can be asked for again when that has failed', async () => {
  let refuse: (reason: Error) => void = () => undefined;
  const call = vi.spyOn(window, 'fetch').mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
  const screen = await draw(<ScenarioFile draft={draft} kind="paper" />);
  const button = screen.getByRole('button', { name: 'Материјал за седницу' });
  await button.click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => call.mock.calls.length).toBe(1);
  await expect.element(button).toBeDisabled();
  refuse(new TypeError('Failed to fetch'));
  await expect.element(button).toBeEnabled();
  await button.click();
  await expect.poll(() => call.mock.calls.length).toBe(2);
});
