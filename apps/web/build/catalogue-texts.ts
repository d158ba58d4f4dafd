import type { Plugin } from 'vite';

const CATALOGUE = /packages\/contract\/src\/errors\.ts$/;
const NUMBERS = /\bcode: \d+,\s*http: \d+,/g;

/** The browser needs texts by name; the numbers of the catalogue are for the server. */
export function catalogueTexts(): Plugin {
  return {
    name: 'pimis-catalogue-texts',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOGUE },
      handler: (source) => ({ code: source.replaceAll(NUMBERS, ''), map: null }),
    },
  };
}
