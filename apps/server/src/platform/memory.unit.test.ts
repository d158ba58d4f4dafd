import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The size of the part for young values, in kB: at first, after a burst of work, and after one more when a thousand calls have been answered. */
function sizes(): number[] {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import ${JSON.stringify(join(import.meta.dirname, 'memory.ts'))};
    import { callAnswered } from ${JSON.stringify(join(import.meta.dirname, 'memory-growth.ts'))};
    const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 1024;
    let held = [];
    const burst = () => {
      for (let round = 0; round < 40; round += 1) held = Array.from({ length: 50_000 }, (_, n) => ({ n, text: 'a' + n }));
      return size();
    };
    for (let call = 1; call < 1_000; call += 1) callAnswered();
    const told = [size(), burst()];
    callAnswered();
    told.push(burst());
    console.log(JSON.stringify(told));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  // V8 says so when it does not know a setting any more.
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout) as number[];
}

it('the part for young values stays small while the server starts, and grows when it works', () => {
  const [first = 0, starting = 0, started = 0] = sizes();
  expect(first).toBeGreaterThan(0);
  // Pages that were in use stay for a while: how many, is chance.
  expect(started).toBeGreaterThan(8 * starting);
});
