import type { Section } from '../types.ts';
import { type BilingualText, pair } from '../../text/bilingual-text.ts';
import { BASIC, CRITERIA, DESCRIPTION, finance } from './preparation-case.ts';
import { capacity, DOCUMENTS, NOTES, SCOPE, time } from './preparation-means.ts';
import { forVariant, type Row, type Variant } from './preparation-table.ts';

/** Sections and fields of one preparation form, from the one table of all four (docs/forms.md, B). */
export function preparationSections(variant: Variant): Section[] {
  const section = (key: string, title: BilingualText, rows: Row[]): Section => ({
    key,
    title,
    fields: rows.flatMap((row) => forVariant(row, variant)).map(({ no, ...field }) => (no ? { no, ...field } : field)),
  });
  return [
    section('basic', pair('Основни подаци', 'Basic data'), BASIC),
    section('description', pair('Опис', 'Description'), DESCRIPTION),
    section('criteria', pair('Критеријуми', 'Criteria'), CRITERIA),
    section('finance', pair('Финансије', 'Finance'), finance(variant === 'P' || variant === 'S')),
    section('time', pair('Рокови', 'Time'), time(variant)),
    section('documents', pair('Документација', 'Documents'), DOCUMENTS),
    section('scope', pair('Обим и набавке', 'Scope and procurement'), SCOPE),
    section('capacity', pair('Капацитети и ризици', 'Capacity and risks'), capacity(variant)),
    section('notes', pair('Напомене и мишљења', 'Notes and opinions'), NOTES),
  ];
}
