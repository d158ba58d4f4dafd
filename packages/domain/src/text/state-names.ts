import { type BilingualText, pair } from './bilingual-text.ts';
import { inSentenceCase } from './sentence-case.ts';
import { WORDS } from './words.ts';

/**
 * Names of the codes that accounts, bodies, projects and forms have, as headings write them. Phases, phase statuses,
 * lists and roles have theirs in their own tables (`workflow/phases.ts`, `statuses.ts`, `lists.ts`, `access/roles.ts`).
 */

export const USER_STATUS_NAMES = {
  '1': pair('Активан', 'Active'),
  '2': pair('Неактивиран', 'Not activated'),
  '3': pair('Укинут', 'Revoked'),
  '4': pair('Онемогућен', 'Disabled'),
} as const;

export const ORGANIZATION_STATUS_NAMES = {
  '1': pair('У обради', 'Pending'),
  '2': WORDS.approved,
  '3': pair('Одбијен', 'Rejected'),
} as const;

export const PROJECT_STATUS_NAMES = {
  '0': pair('У току', 'Pending'),
  '1': pair('Завршен', 'Finished'),
  '2': pair('Архивиран', 'Archived'),
} as const;

export const PROJECT_TYPE_NAMES = {
  '1': pair('У реализацији', 'In realization'),
  '2': pair('У припреми', 'In preparation'),
  '3': pair('Нова реализација', 'New realization'),
} as const;

export const SECTOR_NAMES = {
  '1': pair('Универзални', 'Universal'),
  '2': pair('Саобраћај', 'Transport'),
  '3': pair('Енергетика', 'Energy'),
  '4': pair('Управљање отпадом', 'Waste management'),
  '5': pair('Управљање водама', 'Water management'),
  '6': pair('Конкурентност привреде', 'Business competitiveness'),
} as const;

export const FORM_STATUS_NAMES = {
  '1': pair('Откључан', 'Unlocked'),
  '2': WORDS.locked,
  '3': pair('Оцењен', 'Marked'),
  '4': WORDS.approved,
} as const;

/** The names in one language, as messages have them. */
export function namesIn<Code extends string>(
  language: keyof BilingualText,
  names: Readonly<Record<Code, BilingualText>>,
): Record<Code, string> {
  const texts = Object.entries<BilingualText>(names).map(([code, name]) => [code, name[language]]);
  return Object.fromEntries(texts) as Record<Code, string>;
}

/** The same names within a sentence. */
export function namesWithin<Code extends string>(
  names: Readonly<Record<Code, BilingualText>>,
): Readonly<Record<Code, BilingualText>> {
  const texts = Object.entries<BilingualText>(names).map(([code, { sr, en }]) => [
    code,
    pair(inSentenceCase(sr), inSentenceCase(en)),
  ]);
  return Object.fromEntries(texts) as Record<Code, BilingualText>;
}

/** Sources of funding that forms offer (docs/forms.md, SRC); the Serbian name is stored. */
export const FUNDING_SOURCES: readonly BilingualText[] = [
  pair('Буџет Републике Србије', 'Budget of the Republic'),
  pair('Буџет аутономне покрајине', 'Budget of the province'),
  pair('Буџет јединице локалне самоуправе', 'Local budget'),
  pair('Фондови ЕУ', 'EU funds'),
  pair('Донација', 'Donation'),
  pair('Зајам', 'Loan'),
  pair('Јавно-приватно партнерство', 'Public-private partnership'),
  pair('Сопствена средства', 'Own funds'),
  pair('Остало', 'Other'),
];

/** The name of a stored source; one that no form offers any more is returned as stored. */
export const fundingSourceName = (stored: string): BilingualText =>
  FUNDING_SOURCES.find(({ sr }) => sr === stored) ?? pair(stored, stored);
