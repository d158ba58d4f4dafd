import { formatDay } from '@pimis/domain/dates/dates';
import { formatAmount } from '@pimis/domain/money/decimal';
import { listInfo } from '@pimis/domain/workflow/lists';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { PdfDocument } from '../../platform/pdf/model.ts';
import { institutionName, pageHeader } from '../../platform/pdf/page-header.ts';
import { chosenAppropriations } from '../project-page/appropriations.ts';
import { chosenList } from '../projects/commission-lists.ts';
import { allObservers } from '../project-page/observers.ts';
import { findProject } from '../projects/visibility.ts';

/** Options of a project as they leave the system (specification, "Options tab"). */
export async function projectOptions(context: Context, user: CurrentUser, projectCode: string) {
  const project = await findProject(context.db, user, projectCode);
  const [organizations, appropriations, listType] = await Promise.all([
    allObservers(context.db, project.id),
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

/** The same on paper. */
export function optionsPdf(context: Context, options: ProjectOptions): PdfDocument {
  const { organizations, appropriations } = options;
  return {
    head: pageHeader(options.organizationName, options.projectNumber, formatDay(today(context))),
    title: 'Опције пројекта',
    subtitle: options.projectName,
    labelled: [
      { label: 'Радни назив', value: options.projectCode },
      { label: 'Спојен са другим пројектом', value: options.merged ? 'да' : 'не' },
      ...(options.importantList === null
        ? []
        : [{ label: 'Упућен на листу', value: listInfo(options.importantList).title.sr }]),
    ],
    blocks: [
      { kind: 'heading', level: 2, text: 'Органи посматрачи' },
      organizations.length === 0
        ? { kind: 'paragraph', text: 'Нема органа посматрача.' }
        : {
            kind: 'table',
            columns: [
              { title: 'Шифра', align: 'left' },
              { title: 'Назив', align: 'left', weight: 4 },
              { title: 'Додат', align: 'left' },
            ],
            rows: organizations.map((row) => [
              row.organizationId,
              row.organizationName,
              formatDay(dayOf(new Date(row.createdDate))),
            ]),
          },
      { kind: 'heading', level: 2, text: 'Апропријације' },
      appropriations.length === 0
        ? { kind: 'paragraph', text: 'Нема изабраних апропријација.' }
        : {
            kind: 'table',
            columns: [
              { title: 'Година', align: 'left' },
              { title: 'Корисник', align: 'left' },
              { title: 'Раздео', align: 'left' },
              { title: 'Програм', align: 'left' },
              { title: 'Пројекат', align: 'left' },
              { title: 'Функција', align: 'left' },
              { title: 'Извор', align: 'left' },
              { title: 'Конто', align: 'left' },
              { title: 'Износ (РСД)', align: 'right', weight: 2 },
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
              formatAmount(row.currentAmount),
            ]),
          },
    ],
    signatures: ['Одговорно лице'],
    footer: `${options.projectCode} · Опције · ${formatDay(today(context))}`,
    landscape: true,
  };
}
