import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import ownTests from '../../vitest.config.ts';
import ServerLast from './server-last.ts';
import { SETS } from './sets.ts';

/** Set and folder of scripts/mutants.ts. A folder is judged by its own tests, where it has some. */
const [name = '', folder = ''] = (process.env.PIMIS_MUTANTS ?? '').split(':');
const { tests, database, inBrowser } = SETS[name] ?? { tests: [], database: false };
const all = globSync([...tests]);
const own = all.filter((file) => file.includes(`/${folder}/`));
const include = own.length > 0 ? own : all;
const FOLDER = 'apps/server/src/testing';

const components = ownTests.test?.projects?.find(
  (project) => typeof project === 'object' && 'test' in project && project.test?.name === 'components',
);

/**
 * Most mutants of a hook make a test wait for what does not come. A test that fails soon keeps its browser; one that
 * reaches Stryker's limit loses it, and the next has to start another.
 */
const MOST_MS = 3_000;
const { browser } = typeof components === 'object' && 'test' in components ? (components.test ?? {}) : {};
if (inBrowser && browser?.provider) browser.provider.options = { ...browser.provider.options, actionTimeout: MOST_MS };

export default defineConfig(
  inBrowser && typeof components === 'object' && 'test' in components
    ? {
        ...components,
        test: { ...components.test, include, testTimeout: 2 * MOST_MS, expect: { poll: { timeout: MOST_MS } } },
      }
    : {
        test: {
          include,
          sequence: { sequencer: ServerLast },
          environment: 'node',
          // Counting which tests reach a mutant makes properties several times slower.
          testTimeout: 30_000,
          hookTimeout: 120_000,
          setupFiles: ['scripts/property-seed.ts', ...(database ? [`${FOLDER}/loaded-machine.ts`] : [])],
          ...(database ? { globalSetup: [`${FOLDER}/global-setup.ts`] } : {}),
        },
      },
);
