import { defineConfig } from 'oxlint';
import { IMPORT_RULES } from './scripts/import-rules.ts';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise'],
  categories: {
    correctness: 'error',
  },
  options: {
    typeAware: true,
  },
  rules: {
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: true,
      },
    ],
    'import/no-self-import': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': [
      'error',
      {
        checksVoidReturn: {
          attributes: false,
        },
      },
    ],
    'typescript/no-misused-spread': 'off',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/require-array-sort-compare': [
      'error',
      {
        ignoreStringArrays: true,
      },
    ],
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'typescript/return-await': 'error',
  },
  overrides: [
    ...IMPORT_RULES,
    {
      files: ['apps/web/**'],
      rules: {
        'typescript/no-base-to-string': 'off',
        'typescript/no-unnecessary-type-assertion': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/only-throw-error': 'off',
      },
    },
  ],
  ignorePatterns: ['bench/editor/pages/**'],
});
