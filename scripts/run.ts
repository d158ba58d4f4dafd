import { type ChildProcess, spawn } from 'node:child_process';
import { exitWithNpm } from '../apps/server/src/platform/process/exit-with-parent.ts';

/** A terminal sends its signals to both processes. */
const SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

exitWithNpm();

/** Runs a command and returns its exit code. It ends with this process. */
function started(child: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    const hand = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, hand);
    child.once('error', fail);
    // `close` comes after the end and all output.
    child.once('close', (code, signal) => {
      for (const handed of SIGNALS) process.off(handed, hand);
      done(signal ? 1 : (code ?? 1));
    });
  });
}

/** Runs a command with this terminal and returns its exit code. It ends with this process. */
export function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return started(spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }));
}

interface Step {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Runs a step and prints its output when it has ended, so that concurrent steps do not mix. */
async function runAside({ name, command, args, env }: Step): Promise<boolean> {
  const begun = Date.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await started(child);
  process.stdout.write(`\n--- ${name}\n${said}--- ${name}: ${code === 0 ? 'ok' : 'failed'}, ${seconds(begun)}\n`);
  return code === 0;
}

/** Runs rows of steps concurrently, each until a step fails; any failure ends the process with 1. */
export async function runBeside(rows: readonly (readonly Step[])[]): Promise<void> {
  const passed = await Promise.all(
    rows.map(async (steps) => {
      for (const step of steps) if (!(await runAside(step))) return false;
      return true;
    }),
  );
  if (passed.includes(false)) process.exit(1);
}

/** Runs steps one after the other; the first failure ends the process with its code. */
export async function runSteps(steps: readonly Step[]) {
  for (const step of steps) {
    const begun = Date.now();
    process.stdout.write(`\n--- ${step.name}\n`);
    const code = await run(step.command, step.args, step.env);
    process.stdout.write(`--- ${step.name}: ${code === 0 ? 'ok' : 'failed'}, ${seconds(begun)}\n`);
    if (code !== 0) process.exit(code);
  }
}
