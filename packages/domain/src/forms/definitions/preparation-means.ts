import { pair } from '../../text/bilingual-text.ts';
import { IDEA_START_DATE, RISK_COLUMNS } from './common.ts';
import { choice, EU_ONLY, long, type Row, text, type Variant } from './preparation-table.ts';

/** Items 5 to 9 of the preparation forms: time, documents, procurement, people, risks, opinions. */

export const time = (variant: Variant): Row[] => [
  {
    no: '5.1',
    path: 'estimatedStartYear',
    label: pair('Година почетка', 'Start year'),
    kind: 'year',
    marks: 'rrrr',
    span: 3,
  },
  {
    no: '5.1',
    path: 'estimatedEndYear',
    label: pair('Година завршетка', 'End year'),
    kind: 'year',
    marks: 'rrrr',
    span: 3,
  },
  {
    no: '5.2',
    path: 'implementationDates.start',
    label: pair('Почетак имплементације', 'Start of implementation'),
    kind: 'date',
    marks: 'rrrr',
    span: 3,
    ...(variant === 'I' ? { placeholder: '01.01.2023.', minDate: IDEA_START_DATE } : {}),
  },
  {
    no: '5.3',
    path: 'implementationDates.end',
    label: pair('Завршетак имплементације', 'End of implementation'),
    kind: 'date',
    marks: 'rrrr',
    span: 3,
  },
  {
    no: '5.4',
    path: 'durationMonths',
    label: pair('Прелиминарно трајање, месеци', 'Duration, months'),
    kind: 'int',
    min: 1,
    max: 240,
    marks: 'rrrr',
    span: 3,
  },
];

export const DOCUMENTS: Row[] = [
  choice('6.1', 'documents.spatialPlan', pair('Просторни план', 'Spatial plan'), 'rddd'),
  choice('6.1', 'documents.urbanPlan', pair('Урбанистички план', 'Urban plan'), 'rddd'),
  choice('6.2', 'documents.prefeasibility', pair('Претходна студија изводљивости', 'Pre-feasibility study'), 'rd--'),
  choice(
    '6.3',
    'documents.feasibility',
    pair('Студија изводљивости са идејним пројектом', 'Feasibility study'),
    '-ddd',
  ),
  choice('6.4', 'documents.land', pair('Имовинско-правни односи', 'Land'), 'rddd'),
  choice('6.5', 'documents.environment', pair('Процена утицаја на животну средину', 'Environment'), '-ddd'),
  choice('6.5', 'documents.surveys', pair('Истражни радови', 'Surveys'), '-ddd'),
  {
    no: '6.6',
    path: 'legalAssessment',
    label: pair('Оцена усклађености са прописом (ИЗДАКОН)', 'Assessment against the legal act (IZDAKON)'),
    kind: 'file',
    emptyByRule: true,
    marks: 'rr-r',
  },
  choice('6.7', 'documents.location', pair('Локацијски услови', 'Location conditions'), '--d-'),
  choice('6.7', 'documents.revision', pair('Извештај ревизионе комисије', 'Revision report'), '--d-'),
  choice('6.7', 'documents.technical', pair('Техничка документација', 'Technical documents'), '--d-'),
  choice('6.7', 'documents.permit', pair('Грађевинска дозвола', 'Building permit'), '--d-'),
  choice('6.7', 'documents.consents', pair('Сагласности', 'Consents'), '--d-'),
  choice('6.7', 'documents.tender', pair('Конкурсна документација', 'Tender documents'), '--d-'),
  {
    no: '6.8',
    path: 'readiness',
    label: pair('Спремност документације, %', 'Readiness, %'),
    kind: 'percent',
    marks: '--c-',
    span: 4,
  },
  {
    no: '6.9',
    path: 'governmentDecision.file',
    label: pair('Одлука Владе', 'Government decision'),
    kind: 'file',
    emptyByRule: true,
    marks: '---r',
  },
  text('6.9', 'governmentDecision.number', pair('Број одлуке', 'Decision number'), 50, '---r', { span: 4 }),
  {
    no: '6.9',
    path: 'governmentDecision.date',
    label: pair('Датум одлуке', 'Decision date'),
    kind: 'date',
    marks: '---r',
    span: 4,
  },
  long('6.10', 'importantReasons', pair('Разлози посебног значаја', 'Why it is important'), 8000, '---r'),
];

export const SCOPE: Row[] = [
  choice('7.1', 'scope.design', pair('Обухваћено: израда документације', 'Included: design'), 'rrrr'),
  choice('7.1', 'scope.land', pair('Обухваћено: прибављање земљишта', 'Included: land'), 'rrrr'),
  choice('7.1', 'scope.works', pair('Обухваћено: радови', 'Included: works'), 'rrrr'),
  choice('7.1', 'scope.equipment', pair('Обухваћено: опрема', 'Included: equipment'), 'rrrr'),
  choice('7.1', 'scope.supervision', pair('Обухваћено: надзор', 'Included: supervision'), 'rrrr'),
  choice('7.2', 'procurement.works', pair('Набавка радова', 'Procurement of works'), 'rrrr'),
  choice('7.2', 'procurement.goods', pair('Набавка добара', 'Procurement of goods'), 'rrrr'),
  choice('7.2', 'procurement.services', pair('Набавка услуга', 'Procurement of services'), 'rrrr'),
  choice(
    '7.2',
    'procurement.international',
    pair('Набавка по правилима међународног финансијера', 'International financing rules'),
    'rrrr',
  ),
];

export const capacity = (variant: Variant): Row[] => [
  { ...choice('8.1', 'capacity.unit', pair('Јединица за спровођење', 'Implementation unit'), 'rrrr'), until: 1 },
  { ...choice('8.1', 'capacity.unit', pair('Јединица за имплементацију', 'Implementation unit'), 'rrrr'), since: 2 },
  choice('8.1', 'capacity.staff', pair('Обучени запослени', 'Trained staff'), 'rrrr'),
  {
    no: '8.2',
    path: 'risks',
    label: pair('Ризици', 'Risks'),
    kind: 'table',
    columns: RISK_COLUMNS,
    maxRows: 30,
    ...(variant === 'S' ? { minRows: 1 } : {}),
    marks: 'ooro',
  },
];

export const NOTES: Row[] = [
  long('9.1', 'notes', pair('Напомене', 'Notes'), 4000, 'oooo'),
  long(
    '9.2',
    'opinions.ministry',
    pair('Мишљење Министарства финансија', 'Ministry of finance opinion'),
    4000,
    'oooo',
    { admin: true },
  ),
  long('9.3', 'opinions.mei', pair('Мишљење МЕИ', 'MEI opinion'), 4000, 'oooo', { mei: true, visibleWhen: EU_ONLY }),
];
