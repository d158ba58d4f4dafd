import { fromHundredths, toHundredths } from '../money/decimal.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { type Wording, wordingOf } from '../text/wording.ts';
import { WORDS } from '../text/words.ts';
import { ruleText } from './rules-text.ts';
import type { Field, SumGap, ValidationItem } from './types.ts';

/**
 * Texts of the codes of every form (docs/forms.md, A4; docs/form-fields.md). {label} and {rule} are the only
 * placeholders; {rule} is the rule of the field.
 */
export const FLUENT_MESSAGES = {
  FluentEmptyField: { sr: 'Поље „{label}“ је обавезно.', en: '{label} is required.' },
  FluentInvalidField: { sr: 'Поље „{label}“ није исправно: {rule}.', en: '{label} is not valid: {rule}.' },
  FluentTooNested: {
    sr: 'У пољу „{label}“ набрајања и наводи смеју да стоје највише 10 један у другом.',
    en: 'In {label}, lists and quotes may stand at most 10 deep in each other.',
  },
  FluentNotOneLine: {
    sr: 'Поље „{label}“ садржи прелом реда или скривени знак који мења смер писања. Обришите текст и откуцајте га поново.',
    en: '{label} holds a line break or a hidden character that changes the direction of writing. Delete the text and type it again.',
  },
  FluentDuplicate: { sr: '„{label}“ се понавља.', en: '{label} is repeated.' },
  FluentCommentRequired: { sr: 'Наведите образложење: {label}.', en: 'Give an explanation: {label}.' },
  FluentEmailLimit: { sr: 'Највише 3 адресе е-поште.', en: 'At most 3 e-mail addresses.' },
  FluentPhoneLimit: { sr: 'Највише 3 броја телефона.', en: 'At most 3 phone numbers.' },
  FluentUnknownField: { sr: 'Непознато поље је изостављено.', en: 'An unknown field was left out.' },
  FluentCopiedUnseen: {
    sr: 'Поље „{label}“ је преузето из ранијег обрасца, а није прегледано.',
    en: '{label} was copied from an earlier form and not looked at.',
  },
  FluentHighRisk: { sr: 'Наведите мере за висок ризик.', en: 'Give measures for a high risk.' },
  FluentEmptyProjectFormAppropriations: {
    sr: 'Нису изабране апропријације за годину извештаја.',
    en: 'No appropriations are selected for the year of the report.',
  },
  FluentCapitalEstimate: {
    sr: 'Процењена вредност не прелази праг за капитални пројекат (20.000.000 EUR, за покрајински и локални 2.000.000 EUR).',
    en: 'The estimated value is not above the threshold for a capital project (20,000,000 EUR; 2,000,000 EUR for provincial and local projects).',
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
    en: 'The preliminary duration must be longer than 11 months.',
  },
  FluentImplementationStart: {
    sr: 'Почетак имплементације не може бити пре 1.1.2023.',
    en: 'Implementation cannot start before 1.1.2023.',
  },
  FluentPlanDateOrder: { sr: 'Завршетак је пре почетка.', en: 'The end is before the start.' },
  FluentYearOrder: { sr: 'Година завршетка је пре године почетка.', en: 'The end year is before the start year.' },
  FluentYearDateMismatch: {
    sr: 'Датуми су изван процењених година.',
    en: 'The dates are outside the estimated years.',
  },
  FluentDurationBelowDates: {
    sr: 'Трајање је краће од рока имплементације.',
    en: 'The duration is shorter than the implementation period.',
  },
  FluentYearsDuration: {
    sr: 'Број година не одговара трајању у месецима.',
    en: 'The number of years does not match the duration in months.',
  },
  FluentYearlyCostYear: { sr: 'Година је изван процењеног периода.', en: 'The year is outside the estimated period.' },
  FluentYearlyCostSum: {
    sr: 'Збир годишњих трошкова није једнак процењеној вредности.',
    en: 'Yearly costs do not add up to the estimated value.',
  },
  FluentFundingSourceSum: {
    sr: 'Збир извора финансирања није једнак процењеној вредности.',
    en: 'Funding sources do not add up to the estimated value.',
  },
  FluentActivityEstimateSum: {
    sr: 'Збир вредности активности није једнак процењеној вредности.',
    en: 'Values of activities do not add up to the estimated value.',
  },
  FluentEstimateEmpty: {
    sr: 'Процена средстава за реализацију мора бити већа од 0.',
    en: 'The estimate for realization must be above 0.',
  },
  FluentTotalBelowParts: {
    sr: 'Процењена вредност је мања од збира утрошених и процењених средстава.',
    en: 'The estimated value is below the sum of spent and estimated funds.',
  },
  FluentFeasibilityBudget: {
    sr: 'Буџет студије изводљивости прелази трошкове припреме.',
    en: 'The budget of the feasibility study exceeds the costs of preparation.',
  },
  FluentLetterOfIntent: {
    sr: 'Приложите писмо о намерама.',
    en: 'Attach the letter of intent.',
  },
  FluentLegalAssessment: {
    sr: 'Приложите оцену усклађености са прописом (ИЗДАКОН).',
    en: 'Attach the assessment against the legal act (IZDAKON).',
  },
  FluentGovernmentDecision: { sr: 'Приложите одлуку Владе.', en: 'Attach the Government decision.' },
  FluentForeignCurrency: { sr: 'Наведите валуту страног извора.', en: 'State the currency of the foreign source.' },
  FluentEuSourceMissing: {
    sr: 'Извори не одговарају одговору о фондовима ЕУ.',
    en: 'The sources do not match the answer about EU funds.',
  },
  FluentOptionChosen: { sr: 'Изаберите тачно једну варијанту.', en: 'Choose exactly one option.' },
  FluentSourceNotProvided: { sr: 'Извор средстава није обезбеђен.', en: 'The source of funds is not secured.' },
  FluentDocumentNotReady: { sr: 'Документ није спреман: {label}.', en: 'The document is not ready: {label}.' },
  FluentIncomeYear: {
    sr: 'Приход је у години пре почетка пројекта.',
    en: 'The income is in a year before the project starts.',
  },
  FluentProcurementFundingSum: {
    sr: 'Збир извора није једнак вредности набавки са ПДВ.',
    en: 'Sources do not add up to the value of procurements with VAT.',
  },
  FluentProcurementDateOrder: {
    sr: 'Уговор не може бити пре позива.',
    en: 'The contract cannot come before the call.',
  },
  FluentReadyWithoutPermit: {
    sr: 'Без грађевинске дозволе радови нису спремни за набавку.',
    en: 'Works are not ready for procurement without a building permit.',
  },
  FluentEstimateExceeded: {
    sr: 'Набавке прелазе процењену вредност пројекта.',
    en: 'Procurements exceed the estimated value of the project.',
  },
  FluentAppropriationInsufficient: {
    sr: 'Апропријација није довољна за прву годину.',
    en: 'The appropriation is not sufficient for the first year.',
  },
  FluentCallBeforePermit: {
    sr: 'Позив је пре очекиване дозволе.',
    en: 'The call is before the expected permit.',
  },
  FluentRationalizationDate: {
    sr: 'Нови рок мора бити у будућности.',
    en: 'The new deadline must be in the future.',
  },
  FluentNeedNotValid: {
    sr: 'Не може се наставити пројекат за који нема потребе.',
    en: 'A project that is no longer needed cannot be continued.',
  },
  FluentDueAboveContracts: {
    sr: 'Доспеле обавезе прелазе вредност уговора.',
    en: 'Due liabilities exceed the value of contracts.',
  },
  FluentCauseNotRemovable: {
    sr: 'Узрок није отклоњив, а предложен је наставак.',
    en: 'The cause cannot be removed, yet continuation is proposed.',
  },
  FluentFundsNotSecured: {
    sr: 'Средства за наставак нису обезбеђена.',
    en: 'Funds for continuation are not secured.',
  },
  FluentCostOverrun: {
    sr: 'Прекорачење је веће од 10 %: предложите корекцију плана.',
    en: 'The overrun is above 10 %: propose a correction of the plan.',
  },
  FluentRecoveryAboveSpent: {
    sr: 'Повраћај је већи од утрошених средстава.',
    en: 'The recovery exceeds the funds spent.',
  },
  FluentTextTooShort: {
    sr: '{label}: опис је прекратак.',
    en: '{label}: the description is too short.',
  },
  FluentFundsTotalSum: {
    sr: 'Збир средстава за припрему и реализацију није једнак процењеној вредности.',
    en: 'Preparation and realization do not add up to the estimated value.',
  },
  FluentPlanPercentSum: {
    sr: 'Збир процената активности мора бити 100 или 0.',
    en: 'Percentages of an activity must add up to 100 or 0.',
  },
  FluentPlanYearRange: {
    sr: 'Година је изван дозвољеног опсега.',
    en: 'The year is outside the allowed range.',
  },
  FluentSourcePercentSum: {
    sr: 'Збир процената извора мора бити 100.',
    en: 'Percentages of sources must add up to 100.',
  },
  FluentExpensesAboveTotal: {
    sr: 'Расходи прелазе процењену вредност.',
    en: 'Expenses exceed the estimated value.',
  },
  FluentCapitalAboveEstimate: {
    sr: 'Капитални део прелази процену.',
    en: 'The capital part exceeds the estimate.',
  },
  FluentQuarterAmountSum: {
    sr: 'Збир износа по кварталима није једнак вредности активности.',
    en: 'Quarterly amounts do not add up to the value of the activity.',
  },
  FluentPlanQuarterOutside: {
    sr: 'Квартал је изван рока реализације.',
    en: 'The quarter is outside the realization period.',
  },
  FluentCorrectionExplanation: {
    sr: 'Образложење корекције је обавезно.',
    en: 'An explanation of the correction is required.',
  },
  FluentCorrectionEvidence: {
    sr: 'Приложите најмање један доказ.',
    en: 'Attach at least one piece of evidence.',
  },
  FluentCorrectionUnchanged: {
    sr: 'Корекција не мења план.',
    en: 'The correction does not change the plan.',
  },
  FluentCorrectionActivityLocked: {
    sr: 'Постојећа активност се не може преименовати ни обрисати.',
    en: 'An existing activity cannot be renamed or deleted.',
  },
  FluentCorrectionClosedQuarter: {
    sr: 'Износ затвореног квартала се не мења.',
    en: 'The amount of a closed quarter cannot be changed.',
  },
  FluentCorrectionBelowSpent: {
    sr: 'Вредност је мања од утрошених средстава.',
    en: 'The value is below the amount spent.',
  },
  FluentActivityListMismatch: {
    sr: 'Списак активности не одговара плану.',
    en: 'The list of activities does not match the plan.',
  },
  FluentCostChangeMissing: {
    sr: 'Наведите бар једну промену трошкова.',
    en: 'State at least one change of costs.',
  },
  FluentDateChangeMissing: {
    sr: 'Наведите бар једну промену рокова.',
    en: 'State at least one change of dates.',
  },
  FluentActivityFulfilledSum: {
    sr: 'Укупно извршење прелази 100 %.',
    en: 'Total fulfilment exceeds 100 %.',
  },
  FluentRealExpenseSum: {
    sr: 'Расход прелази вредност активности.',
    en: 'The expense exceeds the value of the activity.',
  },
  FluentRestatedExpenseSum: {
    sr: 'Укупан утрошак мора остати исти.',
    en: 'The total spent must not change.',
  },
  FluentRestatedExpenseOver: {
    sr: 'Утрошак прелази нову вредност активности.',
    en: 'The amount spent exceeds the new value of the activity.',
  },
  FluentActualSourceSum: {
    sr: 'Збир утрошених средстава по изворима није једнак стварној реализацији.',
    en: 'Amounts spent by source do not add up to the actual realization.',
  },
  FluentAdjustmentSum: {
    sr: 'Збир процена са корекцијама није једнак важећем плану.',
    en: 'Adjusted estimates do not add up to the plan in force.',
  },
  FluentDelayAnswer: {
    sr: 'Рок је прекорачен, а кашњење није наведено.',
    en: 'The deadline has been exceeded, but no delay is stated.',
  },
  FluentDeviationAnswer: {
    sr: 'Постоји разлика, а одступање није наведено.',
    en: 'There is a difference, but no deviation is stated.',
  },
} as const satisfies Record<string, BilingualText>;

/** The warning of a field that was copied from an earlier form and that nobody has looked at since. */
export const COPIED_UNSEEN: FluentCode = 'FluentCopiedUnseen';

export type FluentCode = keyof typeof FLUENT_MESSAGES;

export function isFluentCode(code: string): code is FluentCode {
  return Object.hasOwn(FLUENT_MESSAGES, code);
}

/** A percentage without zeros for decimals: 60, or 99,99. */
const percentIn = ({ amount }: Wording, hundredths: bigint) =>
  amount(fromHundredths(hundredths)).replace(/[.,]00$/, '');

/** How far a sum is from what it has to be: "60 од 100 %, недостаје 40 %". */
export function gapText({ sum, due, unit }: SumGap): BilingualText {
  const [is, must] = [toHundredths(sum) ?? 0n, toHundredths(due) ?? 0n];
  const gap = is < must ? must - is : is - must;
  const name = is < must ? WORDS.missing : WORDS.surplus;
  const said = (wording: Wording) =>
    [is, must, gap].map((part) =>
      unit === 'percent' ? percentIn(wording, part) : wording.amount(fromHundredths(part)),
    ) as [string, string, string];
  const [so, of, by] = said(wordingOf('sr'));
  const [soEn, ofEn, byEn] = said(wordingOf('en'));
  return unit === 'percent'
    ? pair(`${so} од ${of} %, ${name.sr} ${by} %`, `${soEn} of ${ofEn} %, ${byEn} % ${name.en}`)
    : pair(`${so} од ${of} РСД, ${name.sr} ${by} РСД`, `RSD ${soEn} of ${ofEn}, RSD ${byEn} ${name.en}`);
}

/** The text of an item in one language, with the field's label and rule, and the gap of a sum. */
export function messageFor(
  item: Pick<ValidationItem, 'code' | 'label' | 'gap'> & { path?: string },
  language: 'sr' | 'en',
  field: Field | null = null,
): string {
  const text = isFluentCode(item.code) ? FLUENT_MESSAGES[item.code][language] : item.code;
  const rule = field ? ruleText(field, item.path)[language] : '';
  // Replacements are functions, so that a dollar sign in a label is literal. A rule that ends with a date already has
  // its full stop.
  const said = rule === '' ? '' : `: ${rule.replace(/\.$/, '')}`;
  const whole = item.gap ? `${text.replace(/\.$/, '')}: ${gapText(item.gap)[language]}.` : text;
  return whole.replace(/(: )?\{rule\}/, () => said).replace('{label}', () => item.label[language]);
}
