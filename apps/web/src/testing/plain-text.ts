import { chartFormats } from '@pimis/charts/format';
import { formatsOf } from '../i18n/format.ts';
import type { Text } from '../i18n/use-text.ts';

/**
 * The texts of a screen for unit tests: a message is its key with its values, a name of the catalogue stays a name, and
 * other texts are the Serbian ones in Cyrillic.
 */
export const plainText = {
  language: 'sr-Cyrl',
  t: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' | '),
  status: (name: string) => `status ${name}`,
  pair: ({ sr }: { sr: string }) => sr,
  data: (text: string | null | undefined) => `«${text ?? ''}»`,
  list: (items: readonly string[], conjunction: string) => items.join(` ${conjunction} `),
  inOrder: <T extends { name: string }>(items: readonly T[]) =>
    items.toSorted((one, other) => one.name.localeCompare(other.name, 'sr')),
  charts: chartFormats({ script: 'cyrillic' }),
  ...formatsOf('sr-Cyrl'),
} as unknown as Text;
