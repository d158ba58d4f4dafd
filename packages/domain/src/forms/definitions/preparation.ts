import { FORM_TITLES } from '../titles.ts';
import { getPath, isObject } from '../paths.ts';
import { PHASE } from '../../workflow/phases.ts';
import type { FormData, FormDefinition, FormValues } from '../types.ts';
import { type VersionedForm, versionsOf } from '../versions.ts';
import { pair } from '../../text/bilingual-text.ts';
import { computePreparation } from './preparation-compute.ts';
import { preparationSections } from './preparation-fields.ts';
import { preparationRules } from './preparation-rules.ts';
import type { Variant } from './preparation-table.ts';
import { NO } from '../answers.ts';

/** Starting values: those of the project, overridden by values that the server took over from an earlier form. */
function defaults(data: FormData): FormValues {
  const prefill = getPath(data, 'prefill');
  const taken: FormValues = isObject(prefill) ? structuredClone(prefill) : {};
  const own = {
    projectName: data.projectName,
    proposer: data.organization,
    contacts: [{ name: '', emails: [''], phones: [''] }],
    euFunded: NO,
  };
  return { ...taken, basic: { ...own, ...(isObject(taken.basic) ? taken.basic : {}) } };
}

function form(
  variant: Variant,
  rest: Pick<
    VersionedForm,
    'code' | 'aliases' | 'versions' | 'numberedSince' | 'phase' | 'title' | 'titleStage' | 'help' | 'header'
  >,
): readonly FormDefinition[] {
  return versionsOf({
    ...rest,
    family: 'generic',
    revisionRoute: true,
    sections: preparationSections(variant),
    defaults,
    compute: (values, data) => computePreparation(variant, values, data),
    rules: preparationRules(variant),
  });
}

/** The four forms that deepen one subject (docs/forms.md, B). */
export const PREPARATION_FORMS: readonly FormDefinition[] = [
  ...form('I', {
    code: 'ideja',
    aliases: ['idea'],
    versions: 2,
    numberedSince: 2,
    phase: PHASE.idea,
    title: FORM_TITLES.ideja,
    titleStage: 2,
    help: 0,
    header: pair('Образац се примењује од 01.01.2023.', 'Form in use since 1 January 2023'),
  }),
  ...form('P', {
    code: 'identifikacija-projekta',
    aliases: ['projectidentification'],
    versions: 2,
    numberedSince: 2,
    phase: PHASE.identification,
    title: FORM_TITLES['identifikacija-projekta'],
    titleStage: 3,
    help: 10,
  }),
  ...form('S', {
    code: 'spremnost',
    aliases: ['preparedness'],
    versions: 2,
    numberedSince: 2,
    phase: PHASE.preparedness,
    title: FORM_TITLES.spremnost,
    titleStage: 4,
    help: 2,
  }),
  ...form('Z', {
    code: 'posebnog-znacaja',
    aliases: ['important'],
    versions: 2,
    numberedSince: 2,
    phase: PHASE.important,
    title: FORM_TITLES['posebnog-znacaja'],
    titleStage: 5,
    help: 3,
  }),
];
