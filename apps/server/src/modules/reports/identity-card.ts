import { formatDay } from '@pimis/domain/dates/dates';
import { SECTOR_OPTIONS } from '@pimis/domain/forms/definitions/common';
import { formatAmount } from '@pimis/domain/money/decimal';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { LabelledValue, PdfDocument } from '../../platform/pdf/model.ts';
import { readProject } from '../project-page/details.ts';
import { decisionsOf } from '../lists/decisions.ts';
import { PROJECT_STATUS_TEXT, yesNo } from './texts.ts';

/** One page or two that say what a project is and where it stands (specification, "project identity card"). */
export async function identityCard(context: Context, user: CurrentUser, projectCode: string): Promise<PdfDocument> {
  const project = await readProject(context, user, projectCode);
  const decisions = await decisionsOf(context.db, project.id);
  const day = (instant: string | null) => (instant ? formatDay(dayOf(new Date(instant))) : '–');
  const sector = SECTOR_OPTIONS.find(({ value }) => Number(value) === project.sector);
  const labelled: LabelledValue[] = [
    { label: 'Радни назив', value: project.code },
    { label: 'Број', value: project.number },
    { label: 'Орган', value: project.organizationName },
    { label: 'Предлагач', value: project.proposerOrganizationName },
    { label: 'Сектор', value: sector?.label.sr ?? '–' },
    { label: 'Вредност (РСД)', value: formatAmount(project.totalValue) },
    { label: 'Посебан значај', value: yesNo(project.important) },
    { label: 'Страна средства', value: yesNo(project.foreignFunds) },
    { label: 'Статус', value: PROJECT_STATUS_TEXT[project.status] ?? '' },
    { label: 'Фаза', value: phaseInfo(project.phase).title.sr },
    { label: 'Стање фазе', value: statusInfo(project.phaseStatus).label.sr },
    { label: 'Отворен', value: day(project.createdDate) },
    { label: 'Последња промена', value: day(project.lastChangeDate) },
  ];
  return {
    title: 'Лична карта пројекта',
    subtitle: project.name,
    labelled,
    blocks: [
      ...(project.description ? [{ kind: 'paragraph' as const, text: project.description }] : []),
      { kind: 'heading', level: 2, text: 'Фазе' },
      {
        kind: 'table',
        columns: [
          { title: 'Фаза', align: 'left', weight: 2 },
          { title: 'Стање', align: 'left', weight: 2 },
          { title: 'Отворена', align: 'left' },
        ],
        rows: project.phases.map((phase) => [
          phaseInfo(phase.phase).title.sr,
          phase.status === null ? 'предстоји' : statusInfo(phase.status).label.sr,
          day(phase.startedDate),
        ]),
      },
      { kind: 'heading', level: 2, text: 'Одлуке комисије' },
      decisions.length === 0
        ? { kind: 'paragraph', text: 'Комисија још није одлучивала о пројекту.' }
        : {
            kind: 'table',
            columns: [
              { title: 'Листа', align: 'left' },
              { title: 'Датум', align: 'left' },
              { title: 'Одлука', align: 'left', weight: 2 },
              { title: 'Коментар', align: 'left', weight: 3 },
            ],
            rows: decisions.map((row) => [row.list, row.date ? formatDay(row.date) : '–', row.decision, row.comment]),
          },
      ...(project.meiOpinion
        ? [
            { kind: 'heading' as const, level: 2 as const, text: 'Мишљење Министарства за европске интеграције' },
            { kind: 'paragraph' as const, text: project.meiOpinion },
          ]
        : []),
    ],
    footer: `${project.code} · Лична карта · ${formatDay(today(context))}`,
  };
}
