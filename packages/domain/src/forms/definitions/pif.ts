import type { BilingualText } from '../../text/bilingual-text.ts';
import { FORM_TITLES } from '../titles.ts';
import type { FormData, FormDefinition, FormValues, Section } from '../types.ts';
import { PHASE } from '../../workflow/phases.ts';
import { versionsOf } from '../versions.ts';
import { fieldsOf } from '../visibility.ts';
import { fromHundredths, sumHundredths } from '../../money/decimal.ts';
import { getPath, setPath } from '../paths.ts';
import { computeOlderTotals, computeSchedule, computeSourceTotals, proposeForeignAmounts } from './pif-compute.ts';
import { pifSections } from './pif-fields.ts';
import { pifRules } from './pif-rules.ts';
import { PIF_VERSIONS, type PifVersion } from './pif-versions.ts';

/** The full PIF in its six versions, 1-5-0 to 1-5-5 (docs/forms.md, D4). Data is never upgraded between them. */

/** First version with shares and foreign amounts of its sources. */
const WITH_SOURCE_TOTALS = 4;

function compute(version: PifVersion, values: FormValues): void {
  const parts = ['preparationAmount', 'implementationAmount'].map((part) =>
    getPath(values, `financialInfo.${part}.value`),
  );
  setPath(values, 'financialInfo.fundsTotal', fromHundredths(sumHundredths(parts)));
  computeOlderTotals(values);
  computeSchedule(values);
  if (version >= WITH_SOURCE_TOTALS) computeSourceTotals(values, { euroOnly: true });
}

/** Name, sector and proposer come from the project; one empty row where a table is needed. */
export function olderDefaults(data: FormData): FormValues {
  return {
    basic: { name: data.projectName, sector: data.sector, proposer: data.proposer },
    fundingSources: [{ localAmount: '0.00' }],
    expenses: [{}],
  };
}

/** The version of the PIF that new projects use; the others only come with projects of an earlier system. */
const PRESENT = 5;

/** Labels of the present PIF since its second definition, by the paths of their fields. */
const LABELS: Readonly<Record<string, BilingualText>> = {
  'basic.contact.name': { sr: 'Лице за контакт', en: 'Contact' },
  'organization.capacity': { sr: 'Капацитет за имплементацију', en: 'Capacity' },
};

function withLabels(section: Section): Section {
  const fields = section.fields.flatMap((field) => {
    const label = LABELS[field.path];
    if (!label) return [field];
    return [
      { ...field, until: 1 },
      { ...field, label, since: 2 },
    ];
  });
  return { ...section, fields };
}

function pif(version: PifVersion): readonly FormDefinition[] {
  const present = version === PRESENT;
  const sections = pifSections(version);
  const definitions = versionsOf({
    code: `1-5-${version}`,
    aliases: [],
    versions: present ? 2 : 1,
    ...(present ? { numberedSince: 2 } : {}),
    phase: PHASE.projectIdentification,
    family: 'older',
    title: FORM_TITLES['1-5-0'],
    titleStage: 3,
    help: 1,
    revisionRoute: false,
    sections: present ? sections.map(withLabels) : sections,
    defaults: (data) => ({
      ...olderDefaults(data),
      financialInfo: { activityList: [{ estimate: '0.00' }] },
    }),
    compute: (values) => compute(version, values),
    rules: pifRules(version),
  });
  return definitions.map((definition) => {
    const proposes = fieldsOf(definition).some(({ path }) => path === 'sourceTotals.foreign');
    return proposes ? { ...definition, propose: proposeForeignAmounts } : definition;
  });
}

export const PIF_FORMS: readonly FormDefinition[] = PIF_VERSIONS.flatMap(pif);
