import { PROJECT_STATUS } from '@pimis/domain/constants';
import { formatDay } from '@pimis/domain/dates/dates';
import { MAIL_SECTIONS, notificationKind } from '@pimis/domain/notifications/kinds';
import { stateText } from '@pimis/domain/workflow/statuses';
import type { Mail } from '../../platform/mail.ts';
import { escapeHtml, mailPage } from '../../platform/mail-page.ts';
import type { NotificationRow } from './queries.ts';
import { stepOf } from './service.ts';

const ITEMS_SHOWN = 40;
const plural = new Intl.PluralRules('sr');
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Belgrade', hour: '2-digit', minute: '2-digit' });
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Belgrade' });

/** Steps that archive or restore a project without changing its state. */
const MOVES: Readonly<Record<string, string>> = {
  archive: 'Пројекат је архивиран',
  unarchive: 'Пројекат је враћен из архиве',
  postponementOver: 'Истекло је одлагање',
  quarterOver: 'Квартал је истекао',
  mergedInto: 'Пројекат је спојен са другим',
};

interface Item {
  what: string;
  project: string;
  who: string;
  comment: string | null;
  link: string;
}

const stateOf = ({ phase, phaseStatus }: NotificationRow) => stateText(phase, phaseStatus).sr;
/** The decision's own phase: that of a correction leaves the project in reporting. */
const decidedOf = (row: NotificationRow) =>
  row.decided ? stateText(row.decided.phase, row.decided.status).sr : stateOf(row);
const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function whatHappened(row: NotificationRow): string {
  const { says } = notificationKind(row.kind);
  switch (says) {
    case 'turn':
      return capitalized(stepOf(row)?.sr ?? stateOf(row));
    case 'move':
      return MOVES[row.operation ?? ''] ?? stateOf(row);
    case 'decision':
      return `Одлука комисије, ${decidedOf(row)}${row.postponedDate === null ? '' : ` до ${formatDay(row.postponedDate)}`}`;
    default:
      return says.sr;
  }
}

function toItem(row: NotificationRow, publicUrl: string): Item {
  const base = row.projectStatus === PROJECT_STATUS.archived ? 'projects-archived' : 'projects';
  const tab = row.documentId !== null ? 'documents' : row.commentId === null ? 'details' : 'comments';
  return {
    what: whatHappened(row),
    project: `${row.projectName} (${row.projectCode})`,
    who: [
      row.userName,
      row.standInFor === null ? '' : `као замена за: ${row.standInFor}`,
      `${formatDay(calendar.format(row.createdAt))} у ${clock.format(row.createdAt)}`,
    ]
      .filter((part) => part !== '')
      .join(', '),
    comment: row.comment,
    link: `${publicUrl}/${base}/${row.projectCode}/${tab}`,
  };
}

function counted(count: number): string {
  const forms = { one: 'ново обавештење', few: 'нова обавештења' } as Record<string, string>;
  return `${count} ${forms[plural.select(count)] ?? 'нових обавештења'}`;
}

function subjectOf(rows: readonly NotificationRow[], digestDay: string | null): string {
  const [only] = rows;
  if (digestDay) return `ПИМИС: ${counted(rows.length)}, ${formatDay(digestDay)}`;
  if (rows.length > 1 || !only) return `ПИМИС: ${counted(rows.length)}`;
  return `ПИМИС: ${only.projectCode}, ${only.kind === 'turn' ? 'чека на вас' : whatHappened(only)}`;
}

function itemHtml({ what, project, who, comment, link }: Item): string {
  const quote = comment
    ? `<div style="margin-top:4px;padding-left:10px;border-left:3px solid #d5d1c8;white-space:pre-line">${escapeHtml(comment)}</div>`
    : '';
  return `<li style="margin:0 0 14px"><a href="${escapeHtml(link)}" style="color:#0b5568;font-weight:600">${escapeHtml(project)}</a><div>${escapeHtml(what)}</div><div style="color:#5c666a;font-size:13px">${escapeHtml(who)}</div>${quote}</li>`;
}

function itemText({ what, project, who, comment, link }: Item): string {
  const quote = comment ? `\n  „${comment.replaceAll('\n', '\n  ')}“` : '';
  return `- ${project}\n  ${what}\n  ${who}${quote}\n  ${link}\n`;
}

/**
 * The mail for one person: open steps, changes, comments. `rows` are newest last; `digestDay` is the day of a digest,
 * null for a mail sent at once. Serbian, Cyrillic, as plain text and as HTML.
 */
export function notificationMail(
  to: string,
  rows: readonly NotificationRow[],
  publicUrl: string,
  digestDay: string | null,
): Mail {
  const shown = rows.slice(-ITEMS_SHOWN);
  const sections = Object.entries(MAIL_SECTIONS)
    .map(([section, title]) => ({
      title,
      items: shown
        .filter(({ kind }) => notificationKind(kind).section === section)
        .map((row) => toItem(row, publicUrl)),
    }))
    .filter(({ items }) => items.length > 0);
  const all = `${publicUrl}/notifications`;
  const settings = `${publicUrl}/administration/user/profile`;
  const hidden = rows.length - shown.length;
  const rest = hidden > 0 ? `Још старијих: ${hidden}. ` : '';
  const text = [
    'Поштовани,\n',
    ...sections.map(({ title, items }) => `${title} (${items.length})\n\n${items.map(itemText).join('\n')}`),
    `${rest}Сва обавештења: ${all}`,
    `Шта и када стиже поштом бирате у свом налогу: ${settings}\n`,
  ].join('\n');
  const html = `<p style="margin:0">Поштовани,</p>${sections
    .map(
      ({ title, items }) =>
        `<h2 style="font-size:16px;margin:20px 0 8px">${escapeHtml(title)} (${items.length})</h2><ul style="margin:0;padding:0;list-style:none">${items.map(itemHtml).join('')}</ul>`,
    )
    .join(
      '',
    )}<p style="color:#5c666a;font-size:13px;border-top:1px solid #e5e2db;padding-top:10px">${rest}<a href="${escapeHtml(all)}" style="color:#0b5568">Сва обавештења</a> · <a href="${escapeHtml(settings)}" style="color:#0b5568">Шта и када стиже поштом</a></p>`;
  return { to, subject: subjectOf(rows, digestDay), text, html: mailPage(html) };
}
