import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { answerCalls, ownCache, readAfter, shownMeanwhile } from '../../testing/queries.ts';
import { clientQuery, clientsQuery, deliveriesQuery, webhookQuery, webhooksQuery } from './api.ts';

const LISTS = [
  ['clients', clientsQuery, '/api/administration/clients'],
  ['webhooks', webhooksQuery, '/api/administration/webhooks'],
  ['webhooks', (page: string) => deliveriesQuery(7, page), '/api/administration/webhooks/7/deliveries'],
] as const;

test.each(LISTS)('a page of %s is read, and read again after a change of one', async (kind, query, path) => {
  const { asked } = answerCalls();
  const page = await readAfter(query('page=2'), [kind]);
  expect(page).toEqual({ read: { rows: [`${path}?page=2`], totalRows: 7 }, again: true });
  expect(asked()).toEqual([`GET ${path}?page=2`]);
});

test.each(LISTS)('a page of %s stays while the next one is read', async (_, query, path) => {
  answerCalls();
  const shown = await shownMeanwhile(query('page=1'), query('page=2'));
  expect(shown).toMatchObject({ rows: [`${path}?page=1`] });
});

test.each([
  ['clients', clientQuery(5), '/api/administration/clients/5'],
  ['webhooks', webhookQuery(5), '/api/administration/webhooks/5'],
] as const)('one of the %s is read by its number, and again after a change', async (kind, query, path) => {
  answerCalls();
  expect(await readAfter(query, [kind])).toEqual({ read: [path], again: true });
});

describe('the log of deliveries', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // Only a page reads by itself.
    environmentManager.setIsServer(() => false);
  });
  afterEach(() => {
    vi.useRealTimers();
    environmentManager.setIsServer(() => true);
  });

  const waiting = { state: 'waiting', outcome: null };
  it.each([
    ['again every two seconds while a first attempt is under way', [{ ...waiting, outcome: 'ok' }, waiting], 3],
    ['once while only a later attempt is waited for', [{ ...waiting, outcome: 'unreachable' }], 1],
    ['once when nothing waits', [{ state: 'delivered', outcome: null }], 1],
    ['once while it is empty', [], 1],
  ])('is read %s', async (_, rows, times) => {
    const { asked } = answerCalls(() => ({ payload: rows, additionalInformation: {} }));
    const stop = new QueryObserver(ownCache(), deliveriesQuery(7, 'page=1')).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(4_500);
    stop();
    expect(asked()).toHaveLength(times);
  });
});
