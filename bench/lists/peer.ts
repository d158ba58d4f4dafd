import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BenchRequest } from './measure.ts';

const run = promisify(execFile);
const INSTALL_MS = 1_200_000;
const STARTS_MS = 180_000;
const ENDS_MS = 20_000;
const MAX_OUTPUT = 4_000;

/** Another product, on the product's own tables. */
export interface Peer {
  name: string;
  /** The first page of the project table with its count, of all projects or of an organization's. */
  request(order: string, organization: string | null): BenchRequest;
  /** How many rows its answer has. */
  rows(answer: unknown): number;
  /** Stops it and removes its tables. */
  stop(): Promise<void>;
}

type Files = Readonly<Record<string, string>>;

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Installs the packages of a package.json once: a complete folder for the same packages is reused. */
export async function install(folder: string, manifest: object, beside: Files = {}): Promise<void> {
  const text = JSON.stringify({ private: true, ...manifest }, null, 2);
  const done = join(folder, 'installed.json');
  if (existsSync(done) && readFileSync(done, 'utf8') === text) return;
  write(folder, { ...beside, 'package.json': text });
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, timeout: INSTALL_MS });
  writeFileSync(done, text);
}

/** Runs a script of Node to its end. */
export async function runScript(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  await run(process.execPath, args, { cwd, env, timeout: STARTS_MS });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  const patience = setTimeout(() => child.kill('SIGKILL'), ENDS_MS);
  await ended;
  clearTimeout(patience);
}

/** Starts a server as a child process and waits until it answers; returns how to stop it. */
export async function startServer(
  args: readonly string[],
  { cwd, env, answers }: { cwd: string; env: NodeJS.ProcessEnv; answers: string },
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-MAX_OUTPUT);
    });
  }
  // A failed bench leaves no server behind.
  const atExit = () => child.kill('SIGKILL');
  process.once('exit', atExit);
  const stop = async () => {
    await end(child);
    process.off('exit', atExit);
  };
  for (const last = Date.now() + STARTS_MS; Date.now() < last; await delay(500)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      process.off('exit', atExit);
      throw new Error(`It ended with ${child.exitCode ?? child.signalCode}: ${output}`);
    }
    const answer = await fetch(answers).catch(() => null);
    if (answer?.ok) return stop;
  }
  await stop();
  throw new Error(`It does not answer: ${output}`);
}
