import { describe, expect, it, vi } from 'vitest';
import { type Step, UndoSteps } from './undo-steps.ts';

const stepOf = (name: string): Step => ({ before: {}, after: { name }, keys: new Map(), quietTyped: false });
/** The step the other way, with what the store passes on. */
const revert = ({ before, after, keys, quietTyped, onRedo }: Step): Step => ({
  before: after,
  after: before,
  keys,
  quietTyped,
  ...(onRedo ? { onRedo } : {}),
});

describe('the steps of a form', () => {
  it('end when they are undone, and may be undone once', () => {
    const steps = new UndoSteps();
    const step = { ...stepOf('a'), onEnd: vi.fn() };
    const reverting = vi.fn(revert);
    steps.add(step);
    steps.undo(step, reverting);
    steps.undo(step, reverting);
    expect([step.onEnd.mock.calls.length, reverting.mock.calls.length]).toEqual([1, 1]);
    expect([steps.last, steps.lastUndone?.before]).toEqual([undefined, { name: 'a' }]);
  });

  it('are undone in any order', () => {
    const steps = new UndoSteps();
    const [first, second] = [stepOf('a'), stepOf('b')];
    steps.add(first);
    steps.add(second);
    steps.undo(first, revert);
    expect(steps.last).toBe(second);
  });

  it('report that they are made again, with the step that can be undone now', () => {
    const steps = new UndoSteps();
    const step = { ...stepOf('a'), onRedo: vi.fn() };
    steps.add(step);
    steps.undo(step, revert);
    steps.redo(revert);
    expect(steps.last?.after).toEqual({ name: 'a' });
    expect(step.onRedo.mock.calls).toEqual([[steps.last]]);
    steps.redo(revert);
    expect(step.onRedo).toHaveBeenCalledTimes(1);
  });

  it('end with the form, and none can be undone or made again', () => {
    const steps = new UndoSteps();
    const [done, undone] = [{ ...stepOf('a'), onEnd: vi.fn() }, stepOf('b')];
    steps.add(done);
    steps.add(undone);
    steps.undo(undone, revert);
    steps.forget();
    expect(done.onEnd).toHaveBeenCalledTimes(1);
    expect([steps.last, steps.lastUndone]).toEqual([undefined, undefined]);
  });

  it('cannot be made again after another step, or after input', () => {
    for (const change of [(steps: UndoSteps) => steps.add(stepOf('b')), (steps: UndoSteps) => steps.typed()]) {
      const steps = new UndoSteps();
      const step = stepOf('a');
      steps.add(step);
      steps.undo(step, revert);
      change(steps);
      expect(steps.lastUndone).toBeUndefined();
    }
  });
});
