/**
 * `npm run test:thorough`: the tests of `npm test` with more random cases, sizes and variations. It chooses numbers and
 * nothing else, so that no behaviour is held by that run alone (docs/decisions/0275-one-suite.md).
 */
export const isThorough = process.env.PIMIS_THOROUGH === '1';

/** The variations that this run tries. */
export const variations = <T>(few: readonly T[], all: readonly T[]): readonly T[] => (isThorough ? all : few);
