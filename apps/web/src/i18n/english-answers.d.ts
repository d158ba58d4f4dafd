declare module 'virtual:english-answers' {
  import type { StatusName } from '@pimis/contract/errors';

  /** English texts of the catalogue of answers; made by `build/catalogue-texts.ts`. */
  const texts: Readonly<Record<StatusName, string>>;
  export default texts;
}
