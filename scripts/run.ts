import { spawn } from 'node:child_process';
import { endWithNpm } from '../apps/server/src/platform/end-with.ts';

/** A terminal sends its own to both of us. */
const SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

endWithNpm();

/** Runs a command with this terminal; answers its exit code. Whoever ends this ends the command with it. */
export function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    const hand = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, hand);
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      for (const handed of SIGNALS) process.off(handed, hand);
      done(signal ? 1 : (code ?? 1));
    });
  });
}

/** Runs steps one after the other; the first that fails ends the process with its code. */
export async function runSteps(
  steps: { name: string; command: string; args: string[]; env?: Record<string, string> }[],
) {
  for (const step of steps) {
    const started = Date.now();
    process.stdout.write(`\n--- ${step.name}\n`);
    const code = await run(step.command, step.args, step.env);
    process.stdout.write(
      `--- ${step.name}: ${code === 0 ? 'ok' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
    );
    if (code !== 0) process.exit(code);
  }
}
