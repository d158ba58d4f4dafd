import { pimis } from '../cli/pimis.ts';

/** How a subcommand has ended, and what it has printed. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** A subcommand, with the folder and the only settings that it gets. */
export interface Subcommand {
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

const OUTPUTS = { out: process.stdout, err: process.stderr };

/** Runs a subcommand as `main.ts` does in a process of its own. */
async function run({ args, cwd, env }: Subcommand): Promise<Ended> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const said = { out: '', err: '' };
  for (const name of ['out', 'err'] as const) {
    OUTPUTS[name].write = (chunk: string | Uint8Array) => {
      said[name] += chunk.toString();
      return true;
    };
  }
  return { code: await pimis(args, process.env), ...said };
}

// The channel to the test keeps this process alive, and ends it.
process.on('message', (subcommand: Subcommand) => void run(subcommand).then((ended) => process.send?.(ended)));
