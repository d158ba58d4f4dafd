import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Config } from '../config.ts';

const MAIN = join(import.meta.dirname, '..', 'cli', 'main.ts');
/** As in the launcher `pimis`: the memory that a backup process needs at any size, in megabytes. */
const HEAP = ['--max-old-space-size=128', '--max-semi-space-size=4'];
const LONGEST_REASON = 1_000;

/**
 * Runs a subcommand of `pimis` with the settings of this process, and returns how it ended and its last words. The
 * channel ends it with this process, however that ends: otherwise it would keep its lock, and the next start would wait
 * for it.
 */
export async function ownCommand(
  { dataDir }: Pick<Config, 'dataDir'>,
  args: readonly string[],
): Promise<{ isDone: boolean; said: string }> {
  const child = spawn(process.execPath, [...HEAP, MAIN, ...args], {
    // Parsers of uploaded files write the compiled code, so a process with secrets must not load it.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-LONGEST_REASON);
    });
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  return { isDone: code === 0, said: said.trim() };
}
