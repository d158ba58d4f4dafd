import i18next from 'i18next';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { answerCalls, readAfter, shownMeanwhile } from '../../testing/queries.ts';
import { organizationQuery, previewQuery, reportAddress, reportsQuery } from './api.ts';

const CHOICE = { report: 'list', day: '2026-11-20', organization: '50112', phase: 2, sector: 3 };
const SCOPE = 'atDay=2026-11-20&organizationId=50112&phase=2&sector=3';

beforeEach(() => {
  const { language } = i18next;
  onTestFinished(() => {
    i18next.language = language;
  });
});

test('the reports are read, and the body that an address names', async () => {
  answerCalls();
  expect(await readAfter(reportsQuery, ['reports'])).toEqual({ read: ['/api/reporting/board-reports'], again: true });
  const body = ['/api/registry/budget-users/50112'];
  expect(await readAfter(organizationQuery('50112'), ['registry'])).toEqual({ read: body, again: true });
});

test('the first lines of a report are those of the choice, in the script of the screen; the lines before them stay meanwhile', async () => {
  answerCalls();
  i18next.language = 'sr-Cyrl';
  const cyrillic = previewQuery('list', CHOICE);
  const lines = [`/api/reporting/board-reports/list/preview?${SCOPE}`];
  expect(await readAfter(cyrillic, ['reports'])).toEqual({ read: lines, again: true });
  expect(await shownMeanwhile(cyrillic, previewQuery('list', { ...CHOICE, sector: 4 }))).toEqual(lines);
  i18next.language = 'sr-Latn';
  expect((await readAfter(previewQuery('list', CHOICE), ['reports'])).read).toEqual([`${lines.join('')}&script=latin`]);
  expect(previewQuery('list', CHOICE).queryKey).not.toEqual(cyrillic.queryKey);
});

test('the file of a report is in the script of the screen, with chosen columns alone where some are chosen', () => {
  const path = 'reporting/board-reports/list';
  const address = (columns?: string[]) => reportAddress('list', 'xlsx', CHOICE, { script: 'cyrillic' }, columns);
  expect(address()).toBe(`${path}?reportFormat=xlsx&script=cyrillic&${SCOPE}`);
  expect(address(['code', 'name'])).toBe(`${path}?reportFormat=xlsx&script=cyrillic&${SCOPE}&columns=code%2Cname`);
  expect(reportAddress('list', 'pdf', {}, { language: 'en' })).toBe(`${path}?reportFormat=pdf&language=en`);
});
