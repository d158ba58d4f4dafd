import type { Plugin } from 'vite';
import { CATALOGUE } from '../../../packages/contract/src/errors.ts';

const SOURCE = /packages\/contract\/src\/errors\/\w+\.ts$/;
const NUMBERS = /\bcode: \d+,\s*http: \d+,/g;
const ENGLISH = /\ben:\s*'(?:[^'\\]|\\.)*',?/g;
const MODULE = 'virtual:english-answers';
const RESOLVED = `\0${MODULE}`;

/**
 * The catalogue of answers in the browser: texts by name, without the numbers, which are for the server. English texts
 * are a module of their own (`virtual:english-answers`), because the sign-in is Serbian for nearly everybody.
 */
export function catalogueTexts(): Plugin {
  return {
    name: 'pimis-catalogue-texts',
    enforce: 'pre',
    resolveId: { filter: { id: /^virtual:english-answers$/ }, handler: () => RESOLVED },
    load: {
      filter: { id: /english-answers$/ },
      handler: () => {
        const texts = Object.fromEntries(Object.entries(CATALOGUE).map(([name, { en }]) => [name, en]));
        return `export default ${JSON.stringify(texts)};`;
      },
    },
    transform: {
      filter: { id: SOURCE },
      handler: (source) => ({ code: source.replaceAll(NUMBERS, '').replaceAll(ENGLISH, ''), map: null }),
    },
  };
}
