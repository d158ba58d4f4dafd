/**
 * `npm run test:thorough`, each night and before a release: tests with the tag `thorough` run too, and those of many
 * variations run all of them. Otherwise these run one of each kind, so that CI stays short
 * (docs/decisions/0115-time-of-ci.md).
 */
export const isThorough = process.env.PIMIS_THOROUGH === '1';

/** The variations that this run tries. */
export const variations = <T>(few: readonly T[], all: readonly T[]): readonly T[] => (isThorough ? all : few);
