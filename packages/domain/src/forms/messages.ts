import type { TextPair } from '../text/pair.ts';
import { ruleText } from './rules-text.ts';
import type { Field, VerdictItem } from './types.ts';

/**
 * Texts of the codes of every form (docs/forms.md, A4; docs/form-fields.md). {label} and {rule} are the only
 * placeholders; {rule} says what is asked of the field.
 */
export const FLUENT_MESSAGES = {
  FluentEmptyField: { sr: 'Поље „{label}“ је обавезно.', en: '{label} is required.' },
  FluentInvalidField: { sr: 'Поље „{label}“ није исправно: {rule}.', en: '{label} is not valid: {rule}.' },
  FluentTooNested: {
    sr: 'У пољу „{label}“ набрајања и наводи смеју да стоје највише 10 један у другом.',
    en: 'In {label}, lists and quotes may stand at most 10 deep in each other.',
  },
  FluentDuplicate: { sr: '„{label}“ се понавља.', en: '{label} is repeated.' },
  FluentCommentRequired: { sr: 'Наведите образложење за: {label}', en: 'Explain: {label}' },
  FluentEmailLimit: { sr: 'Највише 3 адресе е-поште.', en: 'At most 3 e-mails.' },
  FluentPhoneLimit: { sr: 'Највише 3 телефона.', en: 'At most 3 phones.' },
  FluentUnknownField: { sr: 'Непознато поље је изостављено.', en: 'Unknown field left out.' },
  FluentHighRisk: { sr: 'Наведите мере за висок ризик.', en: 'Give measures for a high risk.' },
  FluentEmptyProjectFormAppropriations: {
    sr: 'Нису изабране апропријације за годину извештаја.',
    en: 'No appropriations selected.',
  },
  FluentCapitalEstimate: {
    sr: 'Процењена вредност не прелази праг за капитални пројекат (20.000.000 EUR, за покрајински и локални 2.000.000 EUR).',
    en: 'The estimate is not above the threshold (20,000,000 EUR; provincial and local 2,000,000 EUR).',
  },
  FluentForeignEstimate: {
    sr: 'Страна средства не прелазе 5.000.000 EUR.',
    en: 'Foreign funds are not above 5,000,000 EUR.',
  },
  FluentImplementationTooShort: {
    sr: 'Имплементација мора бити дужа од 1 године.',
    en: 'Implementation must last longer than 1 year.',
  },
  FluentDurationTooShort: {
    sr: 'Прелиминарно трајање мора бити дуже од 11 месеци.',
    en: 'Duration must exceed 11 months.',
  },
  FluentImplementationStart: {
    sr: 'Почетак имплементације не може бити пре 1.1.2023.',
    en: 'Not before 1 January 2023.',
  },
  FluentPlanDateOrder: { sr: 'Завршетак је пре почетка.', en: 'The end precedes the start.' },
  FluentYearOrder: { sr: 'Година завршетка је пре године почетка.', en: 'The end year is before the start year.' },
  FluentYearDateMismatch: { sr: 'Датуми излазе из процењених година.', en: 'Dates fall outside the estimated years.' },
  FluentDurationBelowDates: {
    sr: 'Трајање је краће од рока имплементације.',
    en: 'Duration is below the implementation period.',
  },
  FluentYearsDuration: {
    sr: 'Број година не одговара трајању у месецима.',
    en: 'The number of years does not fit the months.',
  },
  FluentYearlyCostYear: { sr: 'Година је изван процењеног периода.', en: 'The year is outside the period.' },
  FluentYearlyCostSum: {
    sr: 'Збир годишњих трошкова није једнак процењеној вредности.',
    en: 'Yearly costs do not equal the total.',
  },
  FluentFundingSourceSum: {
    sr: 'Збир извора финансирања није једнак процењеној вредности.',
    en: 'Sources do not add up to the total.',
  },
  FluentActivityEstimateSum: {
    sr: 'Збир вредности активности није једнак процењеној вредности.',
    en: 'Activities do not add up to the estimate.',
  },
  FluentEstimateEmpty: {
    sr: 'Процена средстава за реализацију мора бити већа од 0.',
    en: 'Realization funds must exceed 0.',
  },
  FluentTotalBelowParts: {
    sr: 'Процењена вредност је мања од збира утрошеног и процењеног.',
    en: 'The total is below spent plus estimated.',
  },
  FluentFeasibilityBudget: {
    sr: 'Буџет студије изводљивости прелази трошкове припреме.',
    en: 'The study budget exceeds preparation.',
  },
  FluentLetterOfIntent: { sr: 'Приложите писмо о намерама (тачка 4.6).', en: 'Attach the letter of intent (4.6).' },
  FluentLegalAssessment: { sr: 'Приложите оцену усклађености (ИЗДАКОН).', en: 'Attach the IZDAKON assessment.' },
  FluentGovernmentDecision: { sr: 'Приложите одлуку Владе.', en: 'Attach the Government decision.' },
  FluentForeignCurrency: { sr: 'Наведите валуту страног извора.', en: 'State the currency of the foreign source.' },
  FluentEuSourceMissing: {
    sr: 'Извори не одговарају одговору о фондовима ЕУ.',
    en: 'Sources contradict the EU answer.',
  },
  FluentOptionChosen: { sr: 'Изаберите тачно једну варијанту.', en: 'Choose exactly one option.' },
  FluentSourceNotProvided: { sr: 'Извор није обезбеђен.', en: 'The source is not secured.' },
  FluentDocumentNotReady: { sr: 'Документ није спреман: {label}', en: 'Not ready: {label}' },
  FluentIncomeYear: { sr: 'Приход пре почетка пројекта.', en: 'Income before the start.' },
  FluentProcurementFundingSum: {
    sr: 'Извори нису једнаки вредности набавки са ПДВ.',
    en: 'Sources do not equal procurements.',
  },
  FluentProcurementDateOrder: {
    sr: 'Уговор не може бити пре позива.',
    en: 'The contract is before the call.',
  },
  FluentReadyWithoutPermit: {
    sr: 'Без грађевинске дозволе радови нису спремни за набавку.',
    en: 'Works without a permit.',
  },
  FluentEstimateExceeded: {
    sr: 'Набавке прелазе процењену вредност пројекта.',
    en: 'Above the project estimate.',
  },
  FluentAppropriationInsufficient: {
    sr: 'Апропријација није довољна за прву годину.',
    en: 'The appropriation is too low.',
  },
  FluentCallBeforePermit: {
    sr: 'Позив је пре очекиване дозволе.',
    en: 'The call is before the permit.',
  },
  FluentRationalizationDate: {
    sr: 'Нови рок мора бити у будућности.',
    en: 'The new date must lie ahead.',
  },
  FluentNeedNotValid: {
    sr: 'Не може се наставити пројекат за који нема потребе.',
    en: 'No need, no continuation.',
  },
  FluentDueAboveContracts: {
    sr: 'Обавезе прелазе вредност уговора.',
    en: 'Due exceeds contracts.',
  },
  FluentCauseNotRemovable: {
    sr: 'Узрок није отклоњив, а предложен је наставак.',
    en: 'The cause stays.',
  },
  FluentFundsNotSecured: {
    sr: 'Средства за наставак нису обезбеђена.',
    en: 'Funds are not secured.',
  },
  FluentCostOverrun: {
    sr: 'Прекорачење је веће од 10 %: предложите корекцију плана.',
    en: 'Overrun above 10 %, propose a correction.',
  },
  FluentRecoveryAboveSpent: {
    sr: 'Повраћај је већи од утрошеног.',
    en: 'More recovered than spent.',
  },
  FluentTextTooShort: {
    sr: '{label}: опис је прекратак.',
    en: '{label}: too short.',
  },
  FluentFundsTotalSum: {
    sr: 'Припрема и реализација нису једнаке процењеној вредности.',
    en: 'Parts do not equal the total.',
  },
  FluentPlanPercentSum: {
    sr: 'Проценти активности морају дати збир 100 или 0.',
    en: 'Percentages must sum to 100 or 0.',
  },
  FluentPlanYearRange: {
    sr: 'Година је изван дозвољеног опсега.',
    en: 'Year out of range.',
  },
  FluentSourcePercentSum: {
    sr: 'Проценти извора морају дати 100.',
    en: 'Source percents must give 100.',
  },
  FluentExpensesAboveTotal: {
    sr: 'Расходи прелазе процењену вредност.',
    en: 'Expenses exceed the total.',
  },
  FluentCapitalAboveEstimate: {
    sr: 'Капитални део прелази процену.',
    en: 'The capital part exceeds the estimate.',
  },
  FluentQuarterAmountSum: {
    sr: 'Збир износа по кварталима није једнак вредности активности.',
    en: 'Quarter amounts do not equal the activity total.',
  },
  FluentPlanQuarterOutside: {
    sr: 'Квартал је изван рока реализације.',
    en: 'Quarter outside the period.',
  },
  FluentCorrectionExplanation: {
    sr: 'Образложење корекције је обавезно.',
    en: 'Explanation is required.',
  },
  FluentCorrectionEvidence: {
    sr: 'Приложите најмање један доказ.',
    en: 'Attach evidence.',
  },
  FluentCorrectionUnchanged: {
    sr: 'Корекција не мења план.',
    en: 'Nothing is corrected.',
  },
  FluentCorrectionActivityLocked: {
    sr: 'Постојећа активност се не може преименовати ни обрисати.',
    en: 'Existing activity is locked.',
  },
  FluentCorrectionClosedQuarter: {
    sr: 'Износ затвореног квартала се не мења.',
    en: 'Closed quarter is locked.',
  },
  FluentCorrectionBelowSpent: {
    sr: 'Вредност је мања од утрошеног.',
    en: 'Estimate is below the amount spent.',
  },
  FluentActivityListMismatch: {
    sr: 'Списак активности не одговара плану.',
    en: 'Activities differ from the plan.',
  },
  FluentCostChangeMissing: {
    sr: 'Наведите бар једну измену.',
    en: 'State at least one change.',
  },
  FluentDateChangeMissing: {
    sr: 'Наведите бар једну измену.',
    en: 'State at least one change.',
  },
  FluentActivityFulfilledSum: {
    sr: 'Укупно извршење прелази 100 %.',
    en: 'Fulfilment exceeds 100 %.',
  },
  FluentRealExpenseSum: {
    sr: 'Расход прелази вредност активности.',
    en: 'Expense exceeds the estimate.',
  },
  FluentRestatedExpenseSum: {
    sr: 'Укупан утрошак мора остати исти.',
    en: 'The total spent must not change.',
  },
  FluentRestatedExpenseOver: {
    sr: 'Утрошак прелази нову вредност активности.',
    en: 'Expense exceeds the new estimate.',
  },
  FluentActualSourceSum: {
    sr: 'Збир утрошеног по изворима није једнак стварној реализацији.',
    en: 'Sources do not add up to the actual total.',
  },
  FluentAdjustmentSum: {
    sr: 'Процене са корекцијама нису једнаке важећем плану.',
    en: 'Adjusted estimates differ from the plan.',
  },
  FluentDelayAnswer: {
    sr: 'Рок је прекорачен, а кашњење није наведено.',
    en: 'Deadline exceeded, no delay stated.',
  },
  FluentDeviationAnswer: {
    sr: 'Постоји разлика, а одступање није наведено.',
    en: 'Difference without deviation.',
  },
} as const satisfies Record<string, TextPair>;

export type FluentCode = keyof typeof FLUENT_MESSAGES;

export function isFluentCode(code: string): code is FluentCode {
  return Object.hasOwn(FLUENT_MESSAGES, code);
}

/** Text of a verdict item in one language, with the field's label in place, and what is asked of the field. */
export function messageFor(
  item: Pick<VerdictItem, 'code' | 'label'> & { path?: string },
  language: 'sr' | 'en',
  field: Field | null = null,
): string {
  const text = isFluentCode(item.code) ? FLUENT_MESSAGES[item.code][language] : item.code;
  const rule = field ? ruleText(field, item.path)[language] : '';
  // Functions, so that a dollar sign in a label stays one.
  // A rule that ends with a date has its full stop.
  const said = rule === '' ? '' : `: ${rule.replace(/\.$/, '')}`;
  return text.replace(/(: )?\{rule\}/, () => said).replace('{label}', () => item.label[language]);
}
