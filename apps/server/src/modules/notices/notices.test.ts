import { describe, expect, it } from 'vitest';
import type { ListedNotice, Notice } from '@pimis/contract/notices';
import { addDays } from '@pimis/domain/dates/dates';
import { today } from '../../platform/context.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const notice = (more: object = {}) => {
  const day = today(server.context);
  return { title: 'Радови на систему', text: 'Систем не ради.', startDate: day, endDate: addDays(day, 1), ...more };
};
const write = (more: object = {}, by = 'admin') => server.call<{ id: number }>(by, 'POST', 'notices', notice(more));
const current = async () =>
  (await server.call<Notice[]>(null, 'GET', 'notices')).payload?.map(({ title }) => title) ?? [];

describe('notices', () => {
  it('are written, changed and removed only by an administrator; anybody reads the current ones', async () => {
    const { payload } = await write({ timeFrom: '00:00', priority: 1 });
    const id = payload?.id ?? 0;
    expect(await current()).toEqual(['Радови на систему']);
    expect((await server.call<Notice[]>(null, 'GET', 'notices')).payload?.[0]).toMatchObject({
      timeFrom: '00:00',
      timeTo: null,
      priority: 1,
    });
    await write({ title: 'Касније', startDate: addDays(today(server.context), 1) });
    await write({ title: 'Обично' });
    await write({ title: 'Прече', priority: 1 });
    expect(await current()).toEqual(['Радови на систему', 'Прече', 'Обично']);
    const all = await server.call<Notice[]>('admin', 'GET', 'notices/all?filter[search]=kasnije');
    expect(all.payload?.map(({ title }) => title)).toEqual(['Касније']);
    expect((await server.call('admin', 'PUT', `notices/${id}`, notice({ title: 'Измењено' }))).httpStatus).toBe(200);
    expect(await current()).toContain('Измењено');
    expect((await server.call('admin', 'DELETE', `notices/${id}`)).httpStatus).toBe(200);
    expect((await server.call('admin', 'DELETE', `notices/${id}`)).httpStatus).toBe(404);
    for (const [method, url] of [
      ['GET', 'notices/all'],
      ['POST', 'notices'],
      ['PUT', `notices/${id}`],
      ['DELETE', `notices/${id}`],
    ] as const) {
      const body = method === 'POST' || method === 'PUT' ? notice() : undefined;
      expect((await server.call('operator', method, url, body)).httpStatus).toBe(403);
    }
  });

  it('with a text that cannot be stored are refused with the field', async () => {
    for (const broken of ['а\0б', 'а\ud800']) {
      const errors = ['text', 'textEn'].map((field) => ({ field, code: 'InvalidField' }));
      const refused = await write({ text: broken, titleEn: 'Maintenance', textEn: broken });
      expect([refused.httpStatus, refused.fieldErrors]).toEqual([422, errors]);
    }
    const found = await server.call('admin', 'GET', `notices/all?filter[search]=${encodeURIComponent('а\0б')}`);
    expect([found.httpStatus, found.fieldErrors]).toEqual([422, [{ field: 'filter[search]', code: 'InvalidField' }]]);
  });

  it('with hours are shown in these hours of their days, by the clock in Belgrade', async () => {
    server.setNow(new Date('2027-01-15T10:00:00Z'));
    const days = { startDate: '2027-01-15', endDate: '2027-01-16' };
    await write({ ...days, title: 'Увече', timeFrom: '18:00', timeTo: '20:30' });
    await write({ ...days, title: 'Од шест', timeFrom: '18:00' });
    await write({ ...days, title: 'До шест', timeTo: '18:00' });
    for (const [at, shown] of [
      ['2027-01-15T16:59:00Z', ['До шест']],
      ['2027-01-15T17:00:00Z', ['Увече', 'Од шест']],
      ['2027-01-15T19:29:00Z', ['Увече', 'Од шест']],
      ['2027-01-15T19:30:00Z', ['Од шест']],
      ['2027-01-15T23:30:00Z', ['До шест']],
      ['2027-01-16T23:30:00Z', []],
    ] as const) {
      server.setNow(new Date(at));
      expect(await current(), at).toEqual(shown);
    }
    server.setNow(null);
  });

  it('may be in English too, with both title and text, for readers of English', async () => {
    const english = { titleEn: 'Work on the system', textEn: 'The system is down.' };
    const { payload } = await write({ title: 'На два језика', ...english });
    const read = async () =>
      (await server.call<Notice[]>(null, 'GET', 'notices')).payload?.find(({ id }) => id === payload?.id);
    expect(await read()).toMatchObject({ title: 'На два језика', ...english });
    for (const [wrong, field] of [
      [{ titleEn: 'Alone' }, 'textEn'],
      [{ textEn: 'Alone' }, 'titleEn'],
      [{ titleEn: 'Alone', textEn: '  ' }, 'textEn'],
    ] as const) {
      const answer = await write(wrong);
      expect([answer.httpStatus, answer.fieldErrors]).toEqual([422, [{ field, code: 'EmptyField' }]]);
    }
    const without = notice({ title: 'На једном', titleEn: ' ', textEn: null });
    await server.call('admin', 'PUT', `notices/${payload?.id}`, without);
    expect(await read()).toMatchObject({ title: 'На једном', titleEn: null, textEn: null });
    await server.call('admin', 'DELETE', `notices/${payload?.id}`);
  });

  it('keep the changes that somebody else has made since they were read', async () => {
    const { payload } = await write({ title: 'Двоје' });
    const path = `notices/${payload?.id ?? 0}`;
    const read = async () =>
      (await server.call<ListedNotice[]>('admin', 'GET', 'notices/all?filter[search]=dvoje')).payload?.[0];
    const { revision } = (await read()) ?? {};
    const first = notice({ title: 'Двоје', text: 'Прво', revision });
    expect((await server.call('admin', 'PUT', path, first)).httpStatus).toBe(200);
    const late = await server.call('admin', 'PUT', path, { ...first, text: 'Друго' });
    expect([late.httpStatus, late.status.name]).toEqual([409, 'RecordConflict']);
    const { text, revision: fresh } = (await read()) ?? {};
    expect(text).toBe('Прво');
    expect((await server.call('admin', 'PUT', path, { ...first, text: 'Друго', revision: fresh })).httpStatus).toBe(
      200,
    );
    expect((await read())?.text).toBe('Друго');
    await server.call('admin', 'DELETE', path);
  });

  it('begin today at the earliest, end no earlier than they begin, and their times are in order', async () => {
    const day = today(server.context);
    for (const [wrong, field, code] of [
      [{ startDate: addDays(day, -1) }, 'startDate', 'NoticeStartDatePassed'],
      [{ startDate: addDays(day, 2) }, 'endDate', 'NoticeEndBeforeStart'],
      [{ timeFrom: '10:00', timeTo: '09:59' }, 'timeTo', 'NoticeTimeOrder'],
      [{ timeFrom: '10:00', timeTo: '10:00' }, 'timeTo', 'NoticeTimeOrder'],
      [{ timeFrom: '24:00' }, 'timeFrom', 'InvalidField'],
      [{ text: '  ' }, 'text', 'EmptyField'],
      [{ startDate: '2026-02-30' }, 'startDate', 'InvalidField'],
    ] as const) {
      const answer = await write(wrong);
      expect([answer.httpStatus, answer.fieldErrors]).toEqual([422, [{ field, code }]]);
    }
    expect((await write({ priority: 4 })).httpStatus).toBe(422);
  });

  it('that have begun keep their first day', async () => {
    const started = notice({ title: 'Траје' });
    const { payload } = await write({ title: 'Траје' });
    const later = new Date(Date.now() + 24 * 3_600_000);
    server.setNow(later);
    const change = (more: object) =>
      server.call('admin', 'PUT', `notices/${payload?.id ?? 0}`, {
        ...started,
        endDate: addDays(started.startDate, 5),
        ...more,
      });
    expect((await change({})).httpStatus).toBe(200);
    expect((await change({ startDate: addDays(started.startDate, -1) })).fieldErrors).toEqual([
      { field: 'startDate', code: 'NoticeStartDatePassed' },
    ]);
    server.setNow(null);
  });
});
