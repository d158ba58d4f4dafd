import i18next from 'i18next';

/**
 * The script of the screen, for calls that sort by name. Without it the server uses Cyrillic; English shows names in
 * Latin.
 */
export const readersScript = (): { script?: 'latin' } =>
  i18next.language === undefined || i18next.language === 'sr-Cyrl' ? {} : { script: 'latin' };
