import { type BilingualText, pair } from '../text/bilingual-text.ts';

const NAME = pair('Изградња постројења за пречишћавање отпадних вода', 'Building of a waste water treatment plant');
const RISK = pair('Касни откуп земљишта на траси колектора.', 'The purchase of land along the collector is late.');
const RISK_MANAGEMENT = pair(
  'Откуп се прати сваког месеца; траса на јавном земљишту је припремљена као замена.',
  'The purchase is followed each month; a line on public land is prepared instead.',
);
const RISK_OWNER = pair('Руководилац службе за имовину', 'Head of the property office');
const RISK_MEASURES = pair(
  'Споразуми са власницима пре расписивања јавне набавке радова.',
  'Agreements with the owners before the tender for works.',
);
const SOURCE = pair('Буџет локалне самоуправе', 'Budget of the local government');
const EXPENSE = pair('Израда пројектне документације', 'Project documents');
const PROBLEM = pair(
  'Отпадне воде 24.000 становника уливају се у реку без пречишћавања.',
  'Waste water of 24,000 inhabitants flows into the river untreated.',
);
const RESULTS = pair(
  'Постројење за 24.000 становника и 12 километара колектора.',
  'A plant for 24,000 inhabitants and 12 km of collector.',
);
const ALTERNATIVES = pair(
  'Разматрани су заједничко постројење са суседном општином и дуже одлагање; изабрано је мање скупо решење.',
  'A common plant with the next municipality and a delay were considered; the less costly solution was chosen.',
);
const REASONS = pair(
  'Уговор о радовима потписан је месец дана касније.',
  'The contract for works was signed a month later.',
);

/** Examples of values by path of the field without rows, shown under the field and in the manual. */
const FIELD_EXAMPLES: Readonly<Record<string, BilingualText>> = {
  'basic.projectName': NAME,
  'basic.name': NAME,
  'basic.contacts.position': pair('Руководилац пројекта', 'Project manager'),
  'description.summary': pair(
    'Гради се постројење са секундарним третманом и доводни колектор.',
    'A plant with secondary treatment and its collector are built.',
  ),
  description: pair(
    'Гради се постројење са секундарним третманом и доводни колектор.',
    'A plant with secondary treatment and its collector are built.',
  ),
  'basic.description': pair(
    'Радови на постројењу и колектору, надзор и опремање.',
    'Works on the plant and the collector, supervision and equipment.',
  ),
  'description.problem': PROBLEM,
  'description.purpose': PROBLEM,
  'description.goals': pair(
    'Сва отпадна вода града пречишћава се до 2030. године.',
    'All waste water of the town is treated by 2030.',
  ),
  'description.results': RESULTS,
  'description.beneficiaries': pair(
    '24.000 становника и 60 предузећа на канализационој мрежи.',
    '24,000 inhabitants and 60 companies on the sewer network.',
  ),
  'description.strategies.document': pair(
    'Стратегија управљања водама до 2034. године',
    'Water management strategy to 2034',
  ),
  'description.strategies.goal': pair('Заштита вода од загађења', 'Protection of waters from pollution'),
  'description.alternatives': ALTERNATIVES,
  'relevance.alternatives': ALTERNATIVES,
  'relevance.strategy': pair(
    'Стратегија управљања водама до 2034. године, циљ „Заштита вода од загађења“.',
    'Water management strategy to 2034, goal “Protection of waters from pollution”.',
  ),
  'relevance.legalBasis': pair('Закон о водама, члан 93.', 'Law on waters, article 93.'),
  'organization.capacity': pair(
    'Тим од пет запослених водио је два слична пројекта.',
    'A team of five employees has led two similar projects.',
  ),
  'financialInfo.fundingSources.name': SOURCE,
  'fundingSources.name': SOURCE,
  'financialInfo.activityList.name': EXPENSE,
  'expenses.name': EXPENSE,
  'expenses.amount': pair('1.200.000,00 или „у цени радова“', '1.200.000,00 or “within the price of works”'),
  'funds.sources.name': SOURCE,
  'procurement.items.subject': pair('Извођење радова на колектору', 'Works on the collector'),
  'measures.measure': pair('Увођење друге смене на градилишту', 'A second shift at the building site'),
  'measures.responsible': RISK_OWNER,
  'risks.risk': RISK,
  'riskList.risk': RISK,
  'risks.management': RISK_MANAGEMENT,
  'riskList.management': RISK_MANAGEMENT,
  'risks.responsible': RISK_OWNER,
  'riskList.responsible': RISK_OWNER,
  'risks.measures': RISK_MEASURES,
  'riskList.measures': RISK_MEASURES,
  'keyAspects.costChanges.reasons': REASONS,
  'keyAspects.dateChanges.reasons': REASONS,
  'summary.activities.details.financial.targetReason': REASONS,
  'summary.activities.details.financial.targetMeasures': pair(
    'Извођач уводи другу смену.',
    'The contractor works in two shifts.',
  ),
  'summary.activities.details.reason': REASONS,
};

/** An example for the field at a place, e.g. `risks[2].measures`. */
export function fieldExample(place: string): BilingualText | undefined {
  return FIELD_EXAMPLES[place.replaceAll(/\[\d+\]/g, '')];
}
