import { PROJECT_STATUS } from '@pimis/domain/constants';
import { formatDay } from '@pimis/domain/dates/dates';
import { eventText } from '@pimis/domain/notifications/event-text';
import { withPlural } from '@pimis/domain/text/plurals';
import { activityComment } from '@pimis/domain/workflow/activity-texts';
import { WORDS } from '@pimis/domain/text/words';
import type { Mail } from '../../platform/mail/mail.ts';
import { escapeHtml, mailPage } from '../../platform/mail/mail-page.ts';
import type { NotificationRow } from './queries.ts';
import { stepOf } from './service.ts';

const ITEMS_SHOWN = 40;
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Belgrade', hour: '2-digit', minute: '2-digit' });
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Belgrade' });

/** An event in a project. */
interface Happened {
  what: string;
  who: string;
  comment: string | null;
  /** The link to a comment or document; null for anything shown on the page of the project. */
  link: string | null;
}

/** The part of a mail about one project: the step that waits for the reader, and the events in order. */
interface Block {
  project: string;
  link: string;
  turn: string | null;
  happened: Happened[];
}

const isTurn = ({ kind }: NotificationRow) => kind === 'turn';
const inPlaceOf = ({ standInFor }: NotificationRow) => (standInFor === null ? [] : [`као замена за: ${standInFor}`]);
const turnText = (row: NotificationRow) => [eventText({ ...row, step: stepOf(row) }).sr, ...inPlaceOf(row)].join(', ');

/** The name of the list that a project was put on or sent to. */
const listOf = ({ operation, comment }: NotificationRow) => comment && activityComment(operation, comment)?.sr;

/** The event; for an open step, the step that led to it. */
function whatHappened(row: NotificationRow): string {
  const what = eventText({ ...row, kind: isTurn(row) ? 'moved' : row.kind, step: null }).sr;
  const list = listOf(row);
  if (list) return `${what}: ${list}`;
  return row.postponedDate === null ? what : `${what}, до ${formatDay(row.postponedDate)}`;
}

function toHappened(row: NotificationRow, address: string): Happened {
  const tab = row.documentId !== null ? 'documents' : row.commentId === null ? null : 'comments';
  return {
    what: whatHappened(row),
    who: [
      ...(row.userName === '' ? [] : [row.userName]),
      ...(isTurn(row) ? [] : inPlaceOf(row)),
      `${formatDay(calendar.format(row.createdAt))} у ${clock.format(row.createdAt)}`,
    ].join(', '),
    comment: listOf(row) ? null : row.comment,
    link: tab && `${address}/${tab}`,
  };
}

/** `rows` belong to one project, newest last. */
function toBlock(rows: readonly [NotificationRow, ...NotificationRow[]], publicUrl: string): Block {
  const [{ projectName, projectCode, projectStatus }] = rows;
  const address = `${publicUrl}/${projectStatus === PROJECT_STATUS.archived ? 'projects-archived' : 'projects'}/${projectCode}`;
  const turn = rows.findLast(isTurn);
  // After a decision, people who act next get two notifications of the same event, which the mail mentions once.
  const isToldTwice = (row: NotificationRow) =>
    isTurn(row) &&
    rows.some(
      (other) =>
        other.kind === 'decision' &&
        other.operation === row.operation &&
        other.createdAt.getTime() === row.createdAt.getTime(),
    );
  return {
    project: `${projectName} (${projectCode})`,
    link: `${address}/details`,
    turn: turn ? turnText(turn) : null,
    happened: rows.filter((row) => !isToldTwice(row)).map((row) => toHappened(row, address)),
  };
}

/** One block per project, the project of the newest notification first. `rows` are newest last. */
function blocksOf(rows: readonly NotificationRow[], publicUrl: string): Block[] {
  const projects = new Map<string, [NotificationRow, ...NotificationRow[]]>();
  for (const row of rows.toReversed()) {
    const own = projects.get(row.projectCode);
    if (own) own.unshift(row);
    else projects.set(row.projectCode, [row]);
  }
  return [...projects.values()].map((own) => toBlock(own, publicUrl));
}

/** The number of projects that wait for the reader, and of others with news. */
function counted(rows: readonly NotificationRow[]): string {
  const waiting = new Set(rows.filter(isTurn).map(({ projectCode }) => projectCode)).size;
  const others = new Set(rows.map(({ projectCode }) => projectCode)).size - waiting;
  const turns = `${withPlural(waiting, 'пројекат чека', 'пројекта чекају', 'пројеката чека')} на вас`;
  if (waiting === 0) return `новости о ${withPlural(others, 'пројекту', 'пројекта', 'пројеката')}`;
  return others === 0 ? turns : `${turns}, новости о још ${others}`;
}

function subjectOf(rows: readonly NotificationRow[], digestDay: string | null): string {
  const [only] = rows;
  if (digestDay) return `ПИМИС: ${counted(rows)}, ${formatDay(digestDay)}`;
  if (rows.length > 1 || !only) return `ПИМИС: ${counted(rows)}`;
  return `ПИМИС: ${only.projectCode}, ${isTurn(only) ? 'чека на вас' : whatHappened(only)}`;
}

function happenedHtml({ what, who, comment, link }: Happened): string {
  const quote = comment
    ? `<div style="margin-top:4px;padding-left:10px;border-left:3px solid #d5d1c8;white-space:pre-line">${escapeHtml(comment)}</div>`
    : '';
  const said = link ? `<a href="${escapeHtml(link)}" style="color:#0b5568">${escapeHtml(what)}</a>` : escapeHtml(what);
  return `<li style="margin:6px 0 0">${said}<div style="color:#5c666a;font-size:13px">${escapeHtml(who)}</div>${quote}</li>`;
}

function blockHtml({ project, link, turn, happened }: Block): string {
  const waits = turn === null ? '' : `<div style="font-weight:600">${escapeHtml(turn)}</div>`;
  return `<li style="margin:0 0 18px"><a href="${escapeHtml(link)}" style="color:#0b5568;font-weight:600">${escapeHtml(project)}</a>${waits}<ul style="margin:0;padding:0 0 0 18px">${happened.map(happenedHtml).join('')}</ul></li>`;
}

function happenedText({ what, who, comment, link }: Happened): string {
  const quote = comment ? `\n    „${comment.replaceAll('\n', '\n    ')}“` : '';
  return `  • ${what}\n    ${who}${quote}${link ? `\n    ${link}` : ''}\n`;
}

function blockText({ project, link, turn, happened }: Block): string {
  return `- ${project}\n  ${link}\n${turn === null ? '' : `  ${turn}\n`}${happened.map(happenedText).join('')}`;
}

/**
 * The mail for one person: first the projects that wait for them, then the others. `rows` are newest last; `digestDay`
 * is the day of a digest, null for a mail sent at once. Serbian, Cyrillic, as plain text and as HTML.
 */
export function notificationMail(
  to: string,
  rows: readonly NotificationRow[],
  publicUrl: string,
  digestDay: string | null,
): Mail {
  // If there are too many rows, those that wait for the reader are kept first.
  const kept = new Set(rows.toSorted((a, b) => Number(isTurn(a)) - Number(isTurn(b))).slice(-ITEMS_SHOWN));
  const blocks = blocksOf(
    rows.filter((row) => kept.has(row)),
    publicUrl,
  );
  const sections = [
    { title: WORDS.waitsForYou.sr, blocks: blocks.filter(({ turn }) => turn !== null) },
    { title: 'Новости о пројектима', blocks: blocks.filter(({ turn }) => turn === null) },
  ].filter((section) => section.blocks.length > 0);
  const all = `${publicUrl}/notifications`;
  const settings = `${publicUrl}/administration/user/profile`;
  const hidden = rows.length - kept.size;
  const rest = hidden > 0 ? `Још старијих обавештења: ${hidden}. ` : '';
  const text = [
    'Поштовани,\n',
    ...sections.map(
      (section) => `${section.title} (${section.blocks.length})\n\n${section.blocks.map(blockText).join('\n')}`,
    ),
    `${rest}Сва обавештења: ${all}`,
    `Шта и када стиже поштом бирате у свом налогу: ${settings}\n`,
  ].join('\n');
  const html = `<p style="margin:0">Поштовани,</p>${sections
    .map(
      (section) =>
        `<h2 style="font-size:16px;margin:20px 0 8px">${escapeHtml(section.title)} (${section.blocks.length})</h2><ul style="margin:0;padding:0;list-style:none">${section.blocks.map(blockHtml).join('')}</ul>`,
    )
    .join(
      '',
    )}<p style="color:#5c666a;font-size:13px;border-top:1px solid #e5e2db;padding-top:10px">${rest}<a href="${escapeHtml(all)}" style="color:#0b5568">Сва обавештења</a> · <a href="${escapeHtml(settings)}" style="color:#0b5568">Шта и када стиже поштом</a></p>`;
  return { to, subject: subjectOf(rows, digestDay), text, html: mailPage(html) };
}
