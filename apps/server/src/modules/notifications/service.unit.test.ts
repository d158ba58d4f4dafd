import { expect, it } from 'vitest';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { notificationMail } from './mail-texts.ts';
import type { NotificationRow } from './queries.ts';
import { stepOf } from './service.ts';

/** A notification that was read: it shows nothing of the project's present state. */
const read = (row: Partial<NotificationRow>): NotificationRow => ({
  id: '1',
  kind: 'turn',
  projectCode: 'PROBA',
  projectName: 'Проба',
  projectStatus: 0,
  foreignFunds: false,
  phase: PHASE.idea,
  phaseStatus: PHASE_STATUS.waitingCommission,
  turn: null,
  openNow: null,
  operation: null,
  decided: null,
  userName: '',
  standInFor: null,
  comment: null,
  postponedDate: null,
  commentId: null,
  documentId: null,
  createdAt: new Date(0),
  readAt: new Date(0),
  ...row,
});

it('a step that was read shows its stored step, or the one that followed from the state', () => {
  expect(stepOf(read({}))?.sr).toBe('одлука комисије');
  expect(stepOf(read({ phaseStatus: PHASE_STATUS.entry, turn: 'lockForm' }))?.sr).toBe('закључавање обрасца');
  expect(stepOf(read({ phaseStatus: PHASE_STATUS.stopped }))).toBeNull();
  expect(stepOf(read({ kind: 'decision' }))).toBeNull();
});

it('a mail names the phase that was decided on: a stopped correction leaves its project in reporting', () => {
  const decided = { phase: PHASE.correction, status: PHASE_STATUS.stopped };
  const stopped = read({
    kind: 'decision',
    phase: PHASE.reporting,
    phaseStatus: PHASE_STATUS.entry,
    operation: 'commissionStop',
    decided,
  });
  const { text } = notificationMail('ana@example.rs', [stopped], 'https://pimis.example.rs', null);
  expect(text).toContain('Комисија: обуставља се (Корекција)');
});

it('the subject of a mail to a follower is the end of a quarter, not only the state', () => {
  const over = read({
    kind: 'moved',
    phase: PHASE.reporting,
    phaseStatus: PHASE_STATUS.entry,
    operation: 'quarterOver',
  });
  const { subject } = notificationMail('ana@example.rs', [over], 'https://pimis.example.rs', null);
  expect(subject).toBe('ПИМИС: PROBA, Истекао квартал');
});

const mailOf = (rows: readonly Partial<NotificationRow>[]) => {
  const told = rows.map((row, index) => read({ createdAt: new Date(index * 60_000), userName: 'Ана', ...row }));
  return notificationMail('ana@example.rs', told, 'https://pimis.example.rs', '2027-06-07');
};
/** The text of a mail without its frame; times are left out. */
const toldIn = ({ text }: { text: string }) =>
  text
    .split('\n')
    .slice(2, -3)
    .map((line) => line.trim().replace(/, 1\.1\.1970\. у \d\d:\d\d$/, ''))
    .filter((line) => line !== '');

it('a mail mentions each project once, with its steps in order; projects that wait for the reader come first', () => {
  const reporting = { phase: PHASE.reporting, phaseStatus: PHASE_STATUS.entry } as const;
  const other = { projectCode: 'DRUGI', projectName: 'Други' };
  const mail = mailOf([
    { ...other, kind: 'turn', phaseStatus: PHASE_STATUS.waitingConfirmation, operation: 'send', comment: 'Хитно' },
    { ...reporting, kind: 'moved', operation: 'approveQuarter' },
    { ...other, kind: 'comment', commentId: 7, comment: 'Молим' },
    { ...reporting, kind: 'moved', operation: 'refuseCorrection' },
    { ...reporting, kind: 'moved', operation: 'addQuarter' },
  ]);
  expect(toldIn(mail)).toEqual([
    'Чека на вас (1)',
    '- Други (DRUGI)',
    'https://pimis.example.rs/projects/DRUGI/details',
    'Ви сте на реду: потврда',
    '• Послато на потврду',
    'Ана',
    '„Хитно“',
    '• Нов коментар',
    'Ана',
    '„Молим“',
    'https://pimis.example.rs/projects/DRUGI/comments',
    'Новости о пројектима (1)',
    '- Проба (PROBA)',
    'https://pimis.example.rs/projects/PROBA/details',
    '• Одобрен квартал',
    'Ана',
    '• Одбијена корекција',
    'Ана',
    '• Додат квартал',
    'Ана',
  ]);
  expect(mail.subject).toBe('ПИМИС: 1 пројекат чека на вас, новости о још 1, 7.6.2027.');
  const html = (mail.html ?? '').replaceAll(/<[^>]+>/g, '|');
  const places = ['Ви сте на реду: потврда', 'Послато на потврду', 'Нов коментар', 'Одобрен квартал', 'Додат квартал'];
  expect(places.map((place) => html.indexOf(place))).toEqual(
    places.map((place) => html.indexOf(place)).toSorted((a, b) => a - b),
  );
  expect(html.split('Проба (PROBA)')).toHaveLength(2);
});

it('a mail puts the project of the newest notification first', () => {
  const moved = { kind: 'moved', operation: 'send' } as const;
  const { text, subject } = mailOf([{ ...moved, projectCode: 'A' }, { ...moved, projectCode: 'B' }, moved]);
  expect(text.match(/\((?:A|B|PROBA)\)/g)).toEqual(['(PROBA)', '(B)', '(A)']);
  expect(subject).toBe('ПИМИС: новости о 3 пројекта, 7.6.2027.');
});

it('a mail names events of the system, and mentions a decision once to readers who also act next', () => {
  const over = { phaseStatus: PHASE_STATUS.postponed, operation: 'postponementOver', userName: 'Систем' };
  expect(toldIn(mailOf([over])).slice(3)).toEqual(['Ви сте на реду: наставак', '• Истекло одлагање', 'Систем']);
  const decision = { operation: 'commissionAmend', createdAt: new Date(0), phaseStatus: PHASE_STATUS.entry };
  const decided = { phase: PHASE.idea, status: PHASE_STATUS.entry };
  const told = toldIn(
    mailOf([
      { ...decision, turn: 'lockForm' },
      { ...decision, kind: 'decision', decided },
    ]),
  );
  expect(told.slice(3)).toEqual(['Ви сте на реду: закључавање обрасца', '• Комисија: тражена допуна (Идеја)', 'Ана']);
});

it('a mail names the list that a project was put on', () => {
  const listed = { kind: 'moved', operation: 'listed', comment: '2026-2' } as const;
  expect(toldIn(mailOf([listed])).slice(3)).toEqual(['• Стављен на листу: Листа „2026-2“', 'Ана']);
});

it('a long mail leaves out the oldest events, but no project that waits', () => {
  const moves = Array.from({ length: 50 }, (_, index) => ({
    kind: 'moved' as const,
    operation: 'send',
    comment: `Корак ${index}.`,
  }));
  const { text } = mailOf([{ projectCode: 'CEKA' }, ...moves]);
  expect(text).toContain('(CEKA)');
  expect(text.match(/Корак \d+/g)?.[0]).toBe('Корак 11');
  expect(text).toContain('Још старијих обавештења: 11.');
});
