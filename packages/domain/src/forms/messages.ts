import type { TextPair } from '../text/pair.ts';
import type { VerdictItem } from './types.ts';

/** Texts of the codes of every form (form catalogue, A4 and the rules of each form). {label} is the only placeholder. */
export const FLUENT_MESSAGES = {
  FluentEmptyField: { sr: 'Поље „{label}“ је обавезно.', en: '{label} is required.' },
  FluentInvalidField: { sr: 'Поље „{label}“ није исправно.', en: '{label} is not valid.' },
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
    sr: 'Почетак имплементације не може бити пре 01.01.2023.',
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
} as const satisfies Record<string, TextPair>;

export type FluentCode = keyof typeof FLUENT_MESSAGES;

export function isFluentCode(code: string): code is FluentCode {
  return Object.hasOwn(FLUENT_MESSAGES, code);
}

/** Text of a verdict item in one language, with the field's label in place. */
export function messageFor(item: Pick<VerdictItem, 'code' | 'label'>, language: 'sr' | 'en'): string {
  const text = isFluentCode(item.code) ? FLUENT_MESSAGES[item.code][language] : item.code;
  // A function, so that a dollar sign in a label stays one.
  return text.replace('{label}', () => item.label[language]);
}
