import { EventEmitter } from 'node:events';
import type { Job, Worker } from 'graphile-worker';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nudgeLaneWorkers } from './job-lanes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched() {
  const events = new EventEmitter();
  const nudge = vi.fn(() => true);
  const worker = { nudge } as unknown as Worker;
  nudgeLaneWorkers(events);
  const emit = (name: string, job?: Partial<Job>) => events.emit(name, { worker, job });
  return { nudge, emit };
}

it('a worker that has ended a job of a lane reads again at growing intervals, until it gives up', () => {
  const { nudge, emit } = watched();
  emit('job:complete', { job_queue_id: 1 });
  const waits: number[] = [];
  for (let read = 0; read < 20; read += 1) {
    emit('worker:getJob:empty');
    const before = Date.now();
    const [nudged] = [nudge.mock.calls.length];
    vi.advanceTimersToNextTimer();
    if (nudge.mock.calls.length > nudged) waits.push(Date.now() - before);
  }
  expect(waits).toEqual([25, 50, 100, 200, 400, 800]);
});

it('a worker is not nudged once it was released, has a job, or had one of no lane', () => {
  for (const end of ['worker:release', 'job:start']) {
    const { nudge, emit } = watched();
    emit('job:complete', { job_queue_id: 1 });
    // A notification let it read once more before its time.
    emit('worker:getJob:empty');
    emit('worker:getJob:empty');
    emit(end);
    vi.runAllTimers();
    expect(nudge).not.toHaveBeenCalled();
  }
  const { nudge, emit } = watched();
  emit('job:complete', { job_queue_id: null });
  emit('worker:getJob:empty');
  vi.runAllTimers();
  expect(nudge).not.toHaveBeenCalled();
});
