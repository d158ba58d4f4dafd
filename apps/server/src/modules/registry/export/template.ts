import type { Readable } from 'node:stream';
import { writableColumns } from '@pimis/domain/registries/catalogue';
import { columnRule } from '@pimis/domain/registries/rules-text';
import type { Registry } from '@pimis/domain/registries/types';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import type { Script } from '@pimis/domain/text/transliterate';
import { cellKindOf, columnWidth } from './export.ts';
import { type SheetLine, workbookStream } from '../../../platform/documents/xlsx/workbook.ts';

/** Empty rows with formatting. */
const READY_ROWS = 500;
const TEXTS = {
  template: { sr: 'шаблон за увоз', en: 'import template' },
  note: {
    sr: 'Звездица означава обавезну колону. Ћелије шифара су текст, да водеће нуле остану. Подаци се уносе испод заглавља.',
    en: 'An asterisk marks a required column. Cells of codes are text, so that leading zeros stay. Enter data below the head.',
  },
} as const satisfies Record<string, BilingualText>;

/** An empty workbook for the import, with column labels and, above them, the rules of each column. */
export function registryTemplate(
  registry: Registry,
  { language = 'sr', script }: { language?: 'sr' | 'en'; script?: Script },
  at: Date,
): Promise<Readable> {
  const columns = writableColumns(registry);
  const pair = (text: BilingualText) => text[language];
  const rules = columns.flatMap((column) => {
    const rule = columnRule(column);
    return rule ? [`${pair(column.label)}: ${pair(rule)}`] : [];
  });
  const empty: SheetLine = { kind: 'row', cells: columns.map(() => null) };
  return workbookStream({
    name: pair(registry.title),
    above: [`${pair(registry.title)} – ${pair(TEXTS.template)}`, pair(TEXTS.note), ...rules],
    columns: columns.map((column) => ({
      title: `${pair(column.label)}${column.required ? ' *' : ''}`,
      kind: cellKindOf(column),
      width: columnWidth(column),
    })),
    lines: Array.from({ length: READY_ROWS }, () => empty),
    script: language === 'sr' ? script : undefined,
    language,
    at,
  });
}
