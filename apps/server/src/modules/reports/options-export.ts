import { pair } from '@pimis/domain/text/bilingual-text';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { listInfo } from '@pimis/domain/workflow/lists';
import { WORDS } from '@pimis/domain/text/words';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { PdfDocument } from '../../platform/documents/pdf/model.ts';
import { institutionName, pageHeader } from '../../platform/documents/pdf/page-header.ts';
import { chosenAppropriations } from '../project-page/options/appropriations.ts';
import { chosenList } from '../projects/commission-lists.ts';
import { allObservers } from '../project-page/options/observers.ts';
import { findProject } from '../projects/visibility.ts';
import { PROJECT_TEXTS, yesNo } from './texts.ts';

/** The export of a project's options (specification, "Options tab"). */
export async function projectOptions(context: Context, user: CurrentUser, projectCode: string, { script }: Written) {
  const project = await findProject(context.db, user, projectCode);
  const [organizations, appropriations, listType] = await Promise.all([
    allObservers(context.db, project.id, script),
    chosenAppropriations(context.db, project),
    chosenList(context.db, project.id),
  ]);
  return {
    projectCode: project.code,
    projectName: project.name,
    exportedAt: context.now().toISOString(),
    settings: { code: project.code, name: project.name },
    organizations,
    appropriations: appropriations.map(({ selected: _chosen, ...row }) => row),
    merged: project.isMerged,
    importantList: listType,
    projectNumber: project.number,
    organizationName: await institutionName(context.db, project.organizationId),
  };
}

export type ProjectOptions = Awaited<ReturnType<typeof projectOptions>>;

const TEXTS = {
  title: pair('Опције пројекта', 'Options of the project'),
  footer: pair('Опције', 'Options'),
  merged: pair('Спојен са другим пројектом', 'Merged with another project'),
  list: pair('Упућен на листу', 'Put on the list'),
  observers: pair('Органи посматрачи', 'Observing organizations'),
  noObservers: pair('Нема органа посматрача.', 'No organization observes it.'),
  observerCode: WORDS.code,
  observerName: WORDS.name,
  added: WORDS.added,
  appropriations: WORDS.appropriations,
  noAppropriations: pair('Нема изабраних апропријација.', 'No appropriation has been chosen.'),
  year: WORDS.year,
  holder: WORDS.user,
  chapter: WORDS.chapter,
  programme: WORDS.program,
  project: WORDS.project,
  functional: WORDS.function,
  source: WORDS.source,
  account: pair('Конто', 'Account'),
  amount: WORDS.amountInRsd,
} as const;

/** The options on paper. */
export function optionsPdf(context: Context, options: ProjectOptions, written: Written): PdfDocument {
  const { organizations, appropriations } = options;
  const { say, amount, day } = wordingOf(written.language);
  return {
    ...written,
    head: pageHeader(options.organizationName, options.projectNumber, context, written),
    title: say(TEXTS.title),
    subtitle: options.projectName,
    labelled: [
      { label: say(PROJECT_TEXTS.code), value: options.projectCode },
      { label: say(TEXTS.merged), value: say(yesNo(options.merged)) },
      ...(options.importantList === null
        ? []
        : [{ label: say(TEXTS.list), value: say(listInfo(options.importantList).title) }]),
    ],
    blocks: [
      { kind: 'heading', level: 2, text: say(TEXTS.observers) },
      organizations.length === 0
        ? { kind: 'paragraph', text: say(TEXTS.noObservers) }
        : {
            kind: 'table',
            columns: [
              { title: say(TEXTS.observerCode), align: 'left' },
              { title: say(TEXTS.observerName), align: 'left', weight: 4 },
              { title: say(TEXTS.added), align: 'left' },
            ],
            rows: organizations.map((row) => [
              row.organizationId,
              row.organizationName,
              day(dayOf(new Date(row.createdDate))),
            ]),
          },
      { kind: 'heading', level: 2, text: say(TEXTS.appropriations) },
      appropriations.length === 0
        ? { kind: 'paragraph', text: say(TEXTS.noAppropriations) }
        : {
            kind: 'table',
            columns: [
              { title: say(TEXTS.year), align: 'left' },
              { title: say(TEXTS.holder), align: 'left' },
              { title: say(TEXTS.chapter), align: 'left' },
              { title: say(TEXTS.programme), align: 'left' },
              { title: say(TEXTS.project), align: 'left' },
              { title: say(TEXTS.functional), align: 'left' },
              { title: say(TEXTS.source), align: 'left' },
              { title: say(TEXTS.account), align: 'left' },
              { title: say(TEXTS.amount), align: 'right', weight: 2 },
            ],
            rows: appropriations.map((row) => [
              String(row.budgetYear),
              row.organizationCode,
              [row.chapter, row.subchapter].filter(Boolean).join('.'),
              row.programCode ?? '',
              row.projectCode ?? '',
              row.functionCode ?? '',
              row.sourceOfFundingCode ?? '',
              row.economicClassificationCode ?? '',
              amount(row.currentAmount),
            ]),
          },
    ],
    signatures: [say(PROJECT_TEXTS.signed)],
    footer: `${options.projectCode} · ${say(TEXTS.footer)} · ${day(today(context))}`,
    landscape: true,
  };
}
