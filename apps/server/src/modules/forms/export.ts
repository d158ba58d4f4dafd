import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { formatDay } from '@pimis/domain/dates/dates';
import { visibleFormValues } from '@pimis/domain/forms/access';
import type { Marks } from '@pimis/domain/forms/marking';
import { namedDocuments } from '@pimis/domain/forms/named-documents';
import type { FormValues } from '@pimis/domain/forms/types';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { PdfDocument } from '../../platform/pdf/model.ts';
import { institutionName, pageHeader } from '../../platform/pdf/page-header.ts';
import type { CachedValidator } from '../../platform/validator-cache.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { documentTitles } from '../documents/service.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import { formBlocks } from './document.ts';
import { definitionOf, readForm } from './read.ts';

const STATUS_TEXT: Readonly<Record<number, string>> = {
  [FORM_STATUS.unlocked]: 'откључан',
  [FORM_STATUS.locked]: 'закључан',
  [FORM_STATUS.marked]: 'оцењен',
  [FORM_STATUS.approved]: 'одобрен',
};
/** States of the older forms, derived from the status (docs/forms.md, D4). */
const OLDER_STATE: Readonly<Record<number, string>> = { 1: 'нацрт', 2: 'креиран', 3: 'креиран', 4: 'прихваћен' };

const PLURALS = new Intl.PluralRules('sr');

/** A form as it leaves the system: what the user may see of it, and of its revision. */
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
  // A long form is taken in parts, so that others have their turn.
  await yieldToEventLoop();
  const values = (form.revision === 0 ? form.defaults : JSON.parse(form.inputJson)) as FormValues;
  const definition = definitionOf(form, form.definitionVersion);
  return { form, project, values: visibleFormValues(definition, values, form.rights.viewer) };
}

/** JSON of a form: it can be read back by the import of the same form. */
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

function counted(count: number, [one, few, many]: readonly [string, string, string]): string {
  const rule = PLURALS.select(count);
  return `${count} ${rule === 'one' ? one : rule === 'few' ? few : many}`;
}

/** What was found wrong in a revision, in a few words. */
function verdictText({ Errors, Warnings }: CachedValidator): string {
  const found = [
    ...(Errors.length > 0 ? [counted(Errors.length, ['грешка', 'грешке', 'грешака'])] : []),
    ...(Warnings.length > 0 ? [counted(Warnings.length, ['упозорење', 'упозорења', 'упозорења'])] : []),
  ];
  return found.join(', ') || 'без грешака';
}

/** The same on paper. */
export async function formPdf(context: Context, { form, project, values }: ExportedForm): Promise<PdfDocument> {
  const definition = definitionOf(form, form.definitionVersion);
  const ids = namedDocuments(definition, values).map(({ id }) => id);
  await yieldToEventLoop();
  const last = form.inputJsonRevisions.find((entry) => entry.revision === form.revision);
  const older = definition.family === 'older';
  return {
    head: pageHeader(
      await institutionName(context.db, project.organizationId),
      project.number,
      formatDay(today(context)),
    ),
    title: older ? definition.title.sr : form.name,
    subtitle: project.name,
    labelled: [
      { label: 'Радни назив', value: project.code },
      { label: 'Број', value: project.number },
      { label: 'Стање обрасца', value: STATUS_TEXT[form.status] ?? '' },
      ...(older ? [{ label: 'Образац је', value: OLDER_STATE[form.status] ?? '' }] : []),
      {
        label: 'Ревизија',
        value: last
          ? `${form.revision} · ${formatDay(dayOf(new Date(last.last_changed_date)))} · ${last.last_changed_user_name}`
          : 'без ревизије',
      },
      { label: 'Провера', value: form.revision === 0 ? 'није сачувано' : verdictText(form.validation) },
    ],
    blocks: formBlocks({
      definition,
      values,
      validation: form.validation,
      marks: form.markJson ? (JSON.parse(form.markJson) as Marks) : null,
      documents: await documentTitles(context.db, ids),
      data: form.data,
      viewer: form.rights.viewer,
    }),
    signatures: ['Одговорно лице'],
    footer: `${project.code} · ${form.name} · ${formatDay(today(context))}`,
  };
}
