import type { Worker, WorkerEvents } from 'graphile-worker';

const FIRST_MS = 25;
/** Longer waits end with the usual reading of the queue. */
const LONGEST_MS = 1_000;

/**
 * Lets a worker that has ended a job of a lane read the queue again soon, at growing intervals. It asks for its next
 * job before the result of the last one is written (graphile-worker 0.18), finds the lane still taken, and would rest
 * for a whole polling interval between two jobs of one lane.
 */
export function nudgeLaneWorkers(events: WorkerEvents): void {
  const waits = new Map<Worker, number>();
  const timers = new Map<Worker, NodeJS.Timeout>();
  const forget = ({ worker }: { worker: Worker }) => {
    clearTimeout(timers.get(worker));
    timers.delete(worker);
    waits.delete(worker);
  };
  events.on('job:complete', ({ worker, job }) => {
    if (job.job_queue_id !== null) waits.set(worker, FIRST_MS);
  });
  events.on('worker:getJob:empty', ({ worker }) => {
    const wait = waits.get(worker);
    if (wait === undefined) return;
    // Clears a former timer: each worker has only one, and the worker may have read the queue for another reason.
    forget({ worker });
    if (wait > LONGEST_MS) return;
    waits.set(worker, wait * 2);
    timers.set(
      worker,
      setTimeout(() => worker.nudge(), wait),
    );
  });
  events.on('job:start', forget);
  // A worker that was released must not be nudged.
  events.on('worker:release', forget);
}
