import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { formNameIn } from '@pimis/domain/forms/form-name';
import { visibleFormValues } from '@pimis/domain/forms/access';
import type { Marks } from '@pimis/domain/forms/marking';
import { namedDocuments } from '@pimis/domain/forms/named-documents';
import type { FormValues } from '@pimis/domain/forms/types';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import { WORDS } from '@pimis/domain/text/words';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { PdfDocument } from '../../platform/documents/pdf/model.ts';
import { institutionName, pageHeader } from '../../platform/documents/pdf/page-header.ts';
import type { StoredValidationResult } from '../../platform/database/stored-validation-result.ts';
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts';
import { documentTitles } from '../documents/named-documents.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import { formBlocks } from './document.ts';
import { definitionOf, readForm } from './read.ts';
import { FORM_STATUS_NAMES, namesWithin } from '@pimis/domain/text/state-names';

const STATUS_TEXT: Readonly<Record<number, BilingualText>> = namesWithin(FORM_STATUS_NAMES);
/** States of the older forms, derived from the status (docs/forms.md, D4). */
const CREATED = pair('креиран', 'created');
const OLDER_STATE: Readonly<Record<number, BilingualText>> = {
  1: WORDS.draft,
  2: CREATED,
  3: CREATED,
  4: pair('прихваћен', 'accepted'),
};
const TEXTS = {
  code: WORDS.workingName,
  number: WORDS.number,
  status: pair('Стање обрасца', 'State of the form'),
  older: pair('Образац је', 'The form is'),
  revision: WORDS.revision,
  noRevision: pair('без ревизије', 'no revision'),
  validation: pair('Провера', 'Checked'),
  notSaved: pair('није сачувано', 'not saved'),
  faultless: pair('без грешака', 'no errors'),
  signed: WORDS.responsiblePerson,
} as const;
/** Plural forms: "грешка", "грешке", "грешака". */
type Noun = readonly [one: string, few: string, many: string];
const NOUNS = {
  errors: { sr: ['грешка', 'грешке', 'грешака'], en: ['error', 'errors', 'errors'] },
  warnings: { sr: ['упозорење', 'упозорења', 'упозорења'], en: ['warning', 'warnings', 'warnings'] },
} as const satisfies Record<string, Readonly<Record<'sr' | 'en', Noun>>>;
const PLURALS = { sr: new Intl.PluralRules('sr'), en: new Intl.PluralRules('en') };

/** A form for an export, with only the values that the user may see. */
export interface ExportedForm {
  form: ProjectForm;
  project: ProjectRecord;
  values: FormValues;
}

export async function loadForExport(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  formId: number,
  revision?: number,
): Promise<ExportedForm> {
  const { form, project } = await readForm(context, user, projectCode, formId, revision);
  // A long form is processed in parts that yield to the event loop.
  await yieldToEventLoop();
  const values = (form.revision === 0 ? form.defaults : JSON.parse(form.inputJson)) as FormValues;
  const definition = definitionOf(form, form.definitionVersion);
  return { form, project, values: visibleFormValues(definition, values, form.rights.viewer) };
}

/** JSON of a form; the import of the same form reads it. */
export function formJson(context: Context, { form, project, values }: ExportedForm): Record<string, unknown> {
  return {
    formCode: form.code,
    formName: form.name,
    definitionVersion: form.definitionVersion,
    projectCode: project.code,
    projectName: project.name,
    revision: form.revision,
    status: form.status,
    exportedAt: context.now().toISOString(),
    values,
    validation: form.validation,
    ...(form.markJson ? { marks: JSON.parse(form.markJson) as Marks } : {}),
  };
}

function counted(count: number, noun: Readonly<Record<'sr' | 'en', Noun>>, { language }: Wording): string {
  const [one, few, many] = noun[language];
  const rule = PLURALS[language].select(count);
  return `${count} ${rule === 'one' ? one : rule === 'few' ? few : many}`;
}

/** The errors and warnings of a revision, in a few words. */
function validationText({ Errors, Warnings }: StoredValidationResult, wording: Wording): string {
  const found = [
    ...(Errors.length > 0 ? [counted(Errors.length, NOUNS.errors, wording)] : []),
    ...(Warnings.length > 0 ? [counted(Warnings.length, NOUNS.warnings, wording)] : []),
  ];
  return found.join(', ') || wording.say(TEXTS.faultless);
}

/** The form as a PDF. A form that can still change, or has changed since, is marked as a draft. */
export async function formPdf(
  context: Context,
  { form, project, values }: ExportedForm,
  written: Written,
): Promise<PdfDocument> {
  const definition = definitionOf(form, form.definitionVersion);
  const ids = namedDocuments(definition, values).map(({ id }) => id);
  await yieldToEventLoop();
  const last = form.inputJsonRevisions.find((entry) => entry.revision === form.revision);
  const wording = wordingOf(written.language);
  const { say, day } = wording;
  const none = { sr: '', en: '' };
  return {
    ...written,
    draft:
      form.status === FORM_STATUS.unlocked || form.inputJsonRevisions.some(({ revision }) => revision > form.revision),
    head: pageHeader(await institutionName(context.db, project.organizationId), project.number, context, written),
    title: formNameIn(form, wording.language),
    subtitle: project.name,
    labelled: [
      { label: say(TEXTS.code), value: project.code },
      { label: say(TEXTS.number), value: project.number },
      { label: say(TEXTS.status), value: say(STATUS_TEXT[form.status] ?? none) },
      ...(definition.family === 'older'
        ? [{ label: say(TEXTS.older), value: say(OLDER_STATE[form.status] ?? none) }]
        : []),
      {
        label: say(TEXTS.revision),
        value: last
          ? `${form.revision} · ${day(dayOf(new Date(last.last_changed_date)))} · ${last.last_changed_user_name}`
          : say(TEXTS.noRevision),
      },
      {
        label: say(TEXTS.validation),
        value: form.revision === 0 ? say(TEXTS.notSaved) : validationText(form.validation, wording),
      },
    ],
    blocks: formBlocks({
      definition,
      values,
      validation: form.validation,
      marks: form.markJson ? (JSON.parse(form.markJson) as Marks) : null,
      documents: await documentTitles(context.db, ids),
      data: form.data,
      remarks: form.remarks,
      viewer: form.rights.viewer,
      wording,
    }),
    signatures: [say(TEXTS.signed)],
    footer: `${project.code} · ${formNameIn(form, wording.language)} · ${day(today(context))}`,
  };
}
