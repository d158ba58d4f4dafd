import { type Command, helpOf, readCall } from './command.ts';
import { COMMANDS } from './commands.ts';
import { useEnvFile } from './env-file.ts';
import { withoutSecrets } from '../platform/process/secrets.ts';
import { VERSION } from '../platform/process/version.ts';
import { EXIT, exitCodeOf, Misused, sentenceOf } from './outcome.ts';

const HELP = ['help', '--help', '-h'];

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2;
  return [
    'pimis [--env FILE] SUBCOMMAND [ARGUMENTS]\n',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
    '\n--env FILE reads settings from the EnvironmentFile of the systemd service.',
    'pimis SUBCOMMAND --help prints details, pimis --version the version. Exit codes: 0 done, 1 refused or problem found, 2 usage error, 3 failure.',
    '',
  ].join('\n');
}

function commandOf(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) throw new Misused(`There is no subcommand ${name}. pimis --help lists them.`);
  return command;
}

const ENV = '--env';

/**
 * Reads the settings file given before the subcommand. Returns the remaining arguments. Errors: Misused, ConfigError.
 */
function withSettings(args: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const [first = '', ...rest] = args;
  if (first !== ENV && !first.startsWith(`${ENV}=`)) return args;
  const [path, others] = first === ENV ? [rest[0] ?? '', rest.slice(1)] : [first.slice(ENV.length + 1), rest];
  if (path === '') throw new Misused('--env takes a file. Usage: pimis --env FILE SUBCOMMAND');
  useEnvFile(path, env);
  return others;
}

/**
 * Runs a subcommand and returns its exit code; `begins` is called before it runs. A failure prints one sentence to the
 * error output, without a stack trace and without secrets of the settings.
 */
export async function pimis(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  begins: (command: Command) => void = () => undefined,
): Promise<number> {
  try {
    const [name, ...rest] = withSettings(args, env);
    if (name === undefined || HELP.includes(name)) {
      const [subject] = rest;
      process.stdout.write(subject === undefined ? overview() : helpOf(commandOf(subject)));
      return name === undefined ? EXIT.misused : EXIT.done;
    }
    if (name === '--version') {
      process.stdout.write(`${VERSION}\n`);
      return EXIT.done;
    }
    const command = commandOf(name);
    const call = readCall(command, rest);
    if (call === null) {
      process.stdout.write(helpOf(command));
      return EXIT.done;
    }
    begins(command);
    return (await command.run(call)) ?? EXIT.done;
  } catch (error) {
    process.stderr.write(`${withoutSecrets(sentenceOf(error), env).replaceAll('\n', ' ')}\n`);
    return exitCodeOf(error);
  }
}
