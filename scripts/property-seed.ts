import fc from 'fast-check';

/** CI tries the same values each time, so that one commit has one answer; the thorough run tries new ones. */
const CI_SEED = 20_261_128;

if (process.env.PIMIS_THOROUGH !== '1') fc.configureGlobal({ seed: CI_SEED });
