import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allForms } from '@pimis/domain/forms/catalogue';
import { FLUENT_MESSAGES } from '@pimis/domain/forms/messages';
import { ruleText } from '@pimis/domain/forms/rules-text';
import type { Field, FormDefinition } from '@pimis/domain/forms/types';
import { MANUAL_PAGES } from '@pimis/domain/manual/pages';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import { TRANSITIONS } from '@pimis/domain/workflow/transitions';
import { table } from './markdown-table.ts';
import { ACTORS, type PageLanguage } from './workflow-diagram.ts';

/** The text of a page of the manual: hand-written parts in docs/help, and parts made from the rules of the domain. */

const HELP = join(import.meta.dirname, '..', 'docs', 'help');

const WORDS = {
  sr: {
    phase: 'Фаза',
    forms: 'Обрасци фазе',
    who: 'Ко попуњава, потврђује и одобрава',
    whoHead: ['стање', 'радња', 'ко'],
    fields: 'Поља',
    fieldHead: ['поље', 'обавезно', 'шта се тражи'],
    computed: 'рачуна се само',
    conditional: 'под условом',
    yes: 'да',
    rules: 'Шта зауставља закључавање',
    warnings: 'На шта се упозорава',
    required: 'Обавезна поља морају бити попуњена, а вредности у границама из табела изнад.',
    general: 'Рад са обрасцима',
    steps: 'Стања и радње',
  },
  en: {
    phase: 'Phase',
    forms: 'Forms of the phase',
    who: 'Who fills in, confirms and approves',
    whoHead: ['state', 'action', 'who'],
    fields: 'Fields',
    fieldHead: ['field', 'required', 'rule'],
    computed: 'computed',
    conditional: 'in some cases',
    yes: 'yes',
    rules: 'What prevents locking',
    warnings: 'Warnings',
    required: 'Required fields have to be filled in, and values have to be within the bounds of the tables above.',
    general: 'Working with forms',
    steps: 'States and actions',
  },
} as const;

/** The file of the hand-written text of a page. */
export function textFile(name: string, language: PageLanguage): string {
  return join(HELP, language === 'sr' ? '' : language, `${name}.md`);
}

function written(name: string, language: PageLanguage): string {
  const file = textFile(name, language);
  if (!existsSync(file)) throw new Error(`The manual has no ${file}`);
  return readFileSync(file, 'utf8').trim();
}

/** Who takes the step of each open state of the phase. */
function whoTable(phase: number, language: PageLanguage): string {
  const steps = TRANSITIONS.filter((transition) => transition.phase === phase && transition.turn);
  return table(
    WORDS[language].whoHead,
    steps.map(({ status, label, actors }) => [
      statusInfo(status).label[language],
      label[language],
      [...new Set(actors.map((actor) => ACTORS[actor][language]))].join(', '),
    ]),
  );
}

function fieldRows(fields: readonly Field[], language: PageLanguage, above = ''): string[][] {
  const words = WORDS[language];
  return fields.flatMap((field) => {
    const label = `${field.no ? `${field.no} ` : ''}${field.label[language]}`;
    const required = field.required ? `${words.yes}${field.visibleWhen ? `, ${words.conditional}` : ''}` : '';
    const asked = field.computed ? words.computed : ruleText(field)[language];
    return [[`${above}${label}`, required, asked], ...fieldRows(field.columns ?? [], language, `${label} – `)];
  });
}

function ruleList({ rules }: FormDefinition, severity: 'error' | 'warning', language: PageLanguage): string {
  const texts = rules
    .filter((rule) => rule.severity === severity)
    .map(({ code }) => {
      const message = FLUENT_MESSAGES[code as keyof typeof FLUENT_MESSAGES];
      return message[language].replaceAll('{label}', '…').replaceAll('{rule}', '…');
    });
  return [...new Set(texts)].map((text) => `- ${text}`).join('\n');
}

function formText(definition: FormDefinition, language: PageLanguage): string {
  const words = WORDS[language];
  const { code, title, phase, sections } = definition;
  const warnings = ruleList(definition, 'warning', language);
  return [
    `# ${title[language]}`,
    `${words.phase}: [${phaseInfo(phase).title[language]}](phases/${phase}) · [${words.general}](forms)`,
    written(`forms/${code}`, language),
    `## ${words.who}`,
    whoTable(phase, language),
    `## ${words.fields}`,
    ...sections.flatMap((section) => [
      `### ${section.title[language] || title[language]}`,
      table(words.fieldHead, fieldRows(section.fields, language)),
    ]),
    `## ${words.rules}`,
    words.required,
    ruleList(definition, 'error', language),
    ...(warnings === '' ? [] : [`## ${words.warnings}`, warnings]),
  ].join('\n\n');
}

/** The part of a project's course in one phase. */
function courseOf(title: string, language: PageLanguage): string {
  const parts = written('tok-projekta', language).split(/^## /m);
  const part = parts.find((one) => one.startsWith(`${title}\n`));
  if (part === undefined) throw new Error(`The course of a project has no section ${title}`);
  return part.slice(title.length).trim();
}

function phaseText(id: number, language: PageLanguage): string {
  const words = WORDS[language];
  const title = phaseInfo(id).title[language];
  const forms = NEWEST.filter(({ phase }) => phase === id);
  return [
    `# ${title}`,
    written(`phases/${id}`, language),
    `## ${words.forms}`,
    forms.map((form) => `- [${form.title[language]}](forms/${form.code})`).join('\n'),
    `## ${words.steps}`,
    courseOf(title, language),
  ].join('\n\n');
}

const NEWEST = [...new Map(allForms().map((form) => [form.code, form])).values()];

/** The page as Markdown; links are names of pages. */
export function manualText(name: string, language: PageLanguage): string {
  const [kind, key = ''] = name.split('/');
  if (kind === 'phases') return phaseText(Number(key), language);
  const form = kind === 'forms' ? NEWEST.find(({ code }) => code === key) : undefined;
  return form ? formText(form, language) : written(name, language);
}

/** Names that links of the manual may have. */
export const PAGE_NAMES: ReadonlySet<string> = new Set(MANUAL_PAGES.map(({ name }) => name));
