import i18next from 'i18next';
import { expect, onTestFinished, test } from 'vitest';
import { readersScript } from './readers-script.ts';

test.each([
  ['before a language is known', undefined, {}],
  ['in Cyrillic', 'sr-Cyrl', {}],
  ['in Latin', 'sr-Latn', { script: 'latin' }],
  ['in English', 'en', { script: 'latin' }],
])('%s names are sorted in the script of the screen', (_, language, script) => {
  const { language: before } = i18next;
  onTestFinished(() => {
    i18next.language = before;
  });
  i18next.language = language as string;
  expect(readersScript()).toEqual(script);
});
