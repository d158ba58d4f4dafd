import { createHash } from 'node:crypto';
import { type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Per cent of the mutants to run. */
const SAMPLE = Number(process.env.PIMIS_MUTANTS_SAMPLE ?? 100);

/** Drawn by a hash of the mutant: the same in every run as long as its file does not change. */
const isInSample = (
  { fileName, location: { start, end }, replacement }: Pick<Mutant, 'fileName' | 'location' | 'replacement'>,
  percent: number,
) => {
  const key = [fileName.replace(/^.*\/(?=apps\/|packages\/)/, ''), start.line, start.column, end.line, end.column];
  const hash = createHash('sha256')
    .update(`${key.join(':')}:${replacement}`)
    .digest();
  return hash.readUInt32BE(0) < (percent / 100) * 2 ** 32;
};

/** Stryker has no sampling: a checker refuses mutants outside the sample as if they could not be compiled. */
const checkSample = () => ({
  init: async () => {},
  group: async (mutants: Mutant[]) => [mutants.map(({ id }) => id)],
  check: async (mutants: Mutant[]): Promise<Record<string, CheckResult>> =>
    Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isInSample(mutant, SAMPLE)
          ? { status: CheckStatus.Passed as const }
          : { status: CheckStatus.CompileError as const, reason: 'outside the sample' },
      ]),
    ),
});

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, 'sample', checkSample)];
