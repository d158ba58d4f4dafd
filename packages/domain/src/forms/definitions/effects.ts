import { FORM_TITLES } from '../titles.ts';
import { getPath } from '../paths.ts';
import { PHASE } from '../../workflow/phases.ts';
import type { Field } from '../types.ts';
import { versionsOf } from '../versions.ts';
import { pair } from '../../text/bilingual-text.ts';
import { long, REQUIRED } from './fields.ts';
import { isBlank } from '../../text/blank.ts';

/** Effects: an ex-post evaluation of the project (docs/forms.md, D3). */

const SHORT_TEXT = 50;

const BASIC: readonly Field[] = [
  long('basic.problem', 'Проблем који је пројекат решавао', 'Problem', 8000, REQUIRED),
  long('basic.goals', 'Циљеви', 'Goals', 8000, REQUIRED),
  long('basic.activities', 'Спроведене активности', 'Activities', 8000, REQUIRED),
];
const EFFECTS: readonly Field[] = [
  long('effect.relevance', 'Релевантност', 'Relevance', 8000, REQUIRED),
  // The stored name has one f: data depends on it.
  long('effect.eficiency', 'Ефикасност', 'Efficiency', 8000, REQUIRED),
  long('effect.sustainability', 'Одрживост', 'Sustainability', 8000, REQUIRED),
  long('effect.summary', 'Закључак о ефектима', 'Summary', 8000, REQUIRED),
];
const TEXTS = [...BASIC, ...EFFECTS];

export const EFFECTS_FORM = versionsOf({
  code: 'efekti',
  aliases: [],
  versions: 1,
  phase: PHASE.effects,
  family: 'generic',
  title: FORM_TITLES.efekti,
  titleStage: 6,
  help: 8,
  revisionRoute: true,
  sections: [
    { key: 'basic', title: pair('Основно', 'Basic'), fields: BASIC },
    { key: 'effect', title: pair('Ефекти', 'Effects'), fields: EFFECTS },
    { key: 'notes', title: pair('Напомене', 'Notes'), fields: [long('notes', 'Напомене', 'Notes', 4000)] },
  ],
  defaults: () => ({}),
  compute: () => undefined,
  rules: [
    {
      code: 'FluentTextTooShort',
      severity: 'warning',
      check: ({ values }) =>
        TEXTS.flatMap(({ path }) => {
          const value = getPath(values, path);
          const short = typeof value === 'string' && !isBlank(value) && value.trim().length < SHORT_TEXT;
          return short ? [{ path }] : [];
        }),
    },
  ],
  quietFields: TEXTS.map(({ path }) => path),
});
