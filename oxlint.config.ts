import { defineConfig } from 'oxlint';
import { IMPORT_RULES } from './scripts/import-rules.ts';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise'],
  categories: { correctness: 'error' },
  options: { typeAware: true },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-self-import': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-misused-spread': 'off',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/return-await': 'error',
    'eslint/max-lines-per-function': ['error', { max: 120, skipBlankLines: false, skipComments: false }],
  },
  overrides: [
    ...IMPORT_RULES,
    {
      // Suites and their servers list cases.
      files: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', 'tests/**', 'bench/**'],
      rules: { 'eslint/max-lines-per-function': 'off' },
    },
    {
      files: ['apps/web/**'],
      plugins: ['react'],
      rules: {
        'react/no-array-index-key': 'error',
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/jsx-key': 'error',
        'react/immutability': 'off',
        'react/purity': 'off',
        'react/refs': 'off',
        'react/set-state-in-effect': 'off',
      },
    },
    {
      files: ['apps/web/src/routes/*'],
      rules: {
        'typescript/only-throw-error': [
          'error',
          { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
        ],
      },
    },
  ],
});
