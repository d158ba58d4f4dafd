const PAUSE_MS = 1_000;
const MEGABYTE = 1_000_000;

/** Reports the progress to a person, at most once a second. */
export interface Progress {
  step(text: string): void;
  /** A count within the step. */
  count(text: () => string): void;
}

export const SILENT: Progress = { step: () => undefined, count: () => undefined };

export function progressTo(write: (line: string) => void): Progress {
  let last = 0;
  return {
    step(text) {
      last = Date.now();
      write(`${text}\n`);
    },
    count(text) {
      if (Date.now() - last < PAUSE_MS) return;
      last = Date.now();
      write(`  ${text()}\n`);
    },
  };
}

export const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0)} MB`;
