import { describe, expect, it } from 'vitest';
import { noticeProblems, priorityOf } from './notices.ts';

const notice = {
  title: 'Радови',
  text: 'Систем не ради.',
  titleEn: null,
  textEn: null,
  startDate: '2026-05-10',
  endDate: '2026-05-10',
  timeFrom: '18:00',
  timeTo: '20:00',
};

describe('a notice', () => {
  it.each([
    [{}, {}],
    [{ timeFrom: null, timeTo: null }, {}],
    [{ timeTo: null }, {}],
    [{ titleEn: 'Work', textEn: 'The system is down.' }, {}],
    [{ titleEn: 'Work' }, { textEn: 'EmptyField' }],
    [{ textEn: 'The system is down.' }, { titleEn: 'EmptyField' }],
    [{ startDate: '2026-05-09' }, { startDate: 'NoticeStartDatePassed' }],
    [{ startDate: '2026-05-12' }, { endDate: 'NoticeEndBeforeStart' }],
    [{ timeTo: '18:00' }, { timeTo: 'NoticeTimeOrder' }],
    [{ timeFrom: null }, {}],
    [{ timeFrom: '20:00', timeTo: '19:99' }, { timeTo: 'InvalidField' }],
    [
      { timeFrom: '24:00', timeTo: '01:00' },
      { timeFrom: 'InvalidField', timeTo: 'NoticeTimeOrder' },
    ],
    [{ timeFrom: null, timeTo: '00:00' }, {}],
    [{ timeTo: '25:00' }, { timeTo: 'InvalidField' }],
    [{ endDate: '2026-02-30' }, { endDate: 'InvalidField' }],
    [
      { startDate: '', title: ' \u200b' },
      { startDate: 'EmptyField', title: 'EmptyField' },
    ],
  ])('with %j has %j', (change, problems) => {
    expect(noticeProblems({ ...notice, ...change }, '2026-05-10')).toEqual(problems);
  });

  it('that has begun keeps its first day, and no other past one', () => {
    const begun = { ...notice, startDate: '2026-05-01' };
    expect(noticeProblems(begun, '2026-05-10', '2026-05-01')).toEqual({});
    expect(noticeProblems(begun, '2026-05-10', '2026-05-02')).toEqual({ startDate: 'NoticeStartDatePassed' });
  });

  it('has its priority, or the usual one where that is unknown', () => {
    expect([1, 2, 3, 0, 4].map((priority) => priorityOf({ priority }))).toEqual([1, 2, 3, 2, 2]);
  });
});
