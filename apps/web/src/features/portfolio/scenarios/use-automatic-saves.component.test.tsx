import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { endSession } from '../../../testing/end-session.ts';
import { scenario } from '../../../testing/scenarios.ts';
import { signIn } from '../../../testing/sign-in.ts';
import { type SaveState, useAutomaticSaves } from './use-automatic-saves.ts';

const FIRST = scenario(3, 'Март');

interface Given {
  state: SaveState;
  shown: Scenario;
}

/** A scenario whose saves are counted. */
async function saving(first: SaveState, isDirty = () => false) {
  const save = vi.fn(async () => 4);
  const { rerender, unmount, act } = await renderHook((given: Given = { state: first, shown: FIRST }) =>
    useAutomaticSaves({ ...given, isDirty, save }),
  );
  return { save, put: (state: SaveState, shown = FIRST) => rerender({ state, shown }), unmount, act };
}

beforeEach(() => signIn());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a change', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  it('is saved once, a second after the last one', async () => {
    const { save, put } = await saving('saved');
    await put('changed', scenario(3, 'А'));
    vi.advanceTimersByTime(900);
    await put('changed', scenario(3, 'Ап'));
    vi.advanceTimersByTime(900);
    expect(save).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(save).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it.each(['saved', 'saving', 'failed'] as const)('that is %s is not saved by itself', async (state) => {
    const { save, put } = await saving('saved');
    await put('changed');
    await put(state, scenario(3, 'Април'));
    vi.advanceTimersByTime(5000);
    expect(save).not.toHaveBeenCalled();
  });
});

describe('a session that has ended', () => {
  it('saves what was refused once the user is in again', async () => {
    const { save, put, act } = await saving('changed');
    await put('failed');
    await act(() => endSession());
    expect(save).not.toHaveBeenCalled();
    await act(() => signIn());
    await expect.poll(() => save.mock.calls.length).toBe(1);
  });

  it.each(['saved', 'saving'] as const)('saves nothing that is %s', async (state) => {
    const { save, act } = await saving(state);
    await act(() => endSession());
    await act(() => signIn());
    expect(save).not.toHaveBeenCalled();
  });
});

describe('leaving the screen', () => {
  it.each([
    ['saves what differs from the saved scenario', true, 1],
    ['saves nothing where nothing differs', false, 0],
  ])('%s', async (_, isDirty, times) => {
    const { save, put, unmount } = await saving('saved', () => isDirty);
    await put('saved', scenario(3, 'Април'));
    expect(save).not.toHaveBeenCalled();
    await unmount();
    expect(save).toHaveBeenCalledTimes(times);
  });
});

describe('closing the window', () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('is asked about until everything is saved', async () => {
    const { put, unmount } = await saving('saved');
    const asked: boolean[] = [isAsked()];
    for (const state of ['changed', 'saving', 'failed', 'saved', 'failed'] as const) {
      await put(state);
      asked.push(isAsked());
    }
    expect(asked).toEqual([false, true, true, true, false, true]);
    await unmount();
    expect(isAsked()).toBe(false);
  });
});
