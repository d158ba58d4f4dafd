import { describe, expect, it } from 'vitest';
import type { CurrencyRate } from '@pimis/contract/registries';
import { createProject } from '../../testing/projects.ts';
import { sendImport } from '../../testing/registry.ts';
import { useServer } from '../../testing/server.ts';
import { exchangeRateOn } from './service.ts';

const server = useServer();

const rates = (query: string) => server.call<CurrencyRate[]>('local.user', 'GET', `registry/exchange-rate${query}`);
const addRate = (rateDate: string, middleRate: string, unit = 1, currencyCode = 'EUR') =>
  server.call('operator', 'POST', 'registry/exchange-rates', { currencyCode, rateDate, unit, middleRate });
const on = (day: string, currency = 'EUR') => exchangeRateOn(server.context.db, currency, day);

describe('the exchange rate of a day', () => {
  it('is the newest on or before it', async () => {
    expect((await addRate('2031-03-07', '120.5000')).httpStatus).toBe(200);
    expect((await addRate('2031-03-10', '121.5000')).httpStatus).toBe(200);
    expect(await on('2031-03-07')).toMatchObject({ date: '2031-03-07', rate: '120.5000' });
    // A weekend has no list of its own.
    expect(await on('2031-03-09')).toMatchObject({ date: '2031-03-07', rate: '120.5000' });
    expect(await on('2031-03-10')).toMatchObject({ date: '2031-03-10', rate: '121.5000' });
    expect(await on('1950-01-01')).toBeUndefined();
    expect(await on('2031-03-10', 'XXX')).toBeUndefined();
  });

  it('is shown per unit', async () => {
    expect((await addRate('2031-03-07', '80.1234', 100, 'JPY')).httpStatus).toBe(200);
    expect(await on('2031-03-07', 'JPY')).toMatchObject({ rate: '0.8012' });
  });

  it('can be requested for another day than today, by code and in either script', async () => {
    const answer = await rates('?filter[code]=EUR&filter[validAt]=2031-03-09');
    expect(answer.payload).toEqual([
      expect.objectContaining({ id: 'EUR', exchangeRate: '120.5000', exchangeDate: '2031-03-07' }),
    ]);
    expect((await rates('?filter[code]=EUR&filter[validAt]=2031-02-30')).httpStatus).toBe(422);
    for (const text of ['evro', 'ЕВРО', 'eur', '978']) {
      expect((await rates(`?filter[search]=${encodeURIComponent(text)}`)).payload?.[0]?.id, text).toBe('EUR');
    }
    expect((await rates('?filter[search]=nema takve')).payload).toEqual([]);
    expect((await rates('?filter[search]=%25')).payload).toEqual([]);
  });

  it('is never a withdrawn one', async () => {
    const path = 'registry/exchange-rates/EUR_2031-03-10';
    expect((await server.call('operator', 'DELETE', path)).httpStatus).toBe(200);
    expect(await on('2031-03-10')).toMatchObject({ date: '2031-03-07', rate: '120.5000' });
    expect((await server.call('operator', 'DELETE', path)).status.name).toBe('RegistryRowEnded');
  });

  it('cannot be withdrawn once a form uses it', async () => {
    await createProject(server, 'local.user');
    const form = await server.context.db
      .selectFrom('project_forms')
      .select(['id', 'fixed'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { exchangeRate } = form.fixed as { exchangeRate: { date: string; rate: string } };
    expect(exchangeRate.rate).toMatch(/^\d+\.\d{4}$/);
    const refused = await server.call('operator', 'DELETE', `registry/exchange-rates/EUR_${exchangeRate.date}`);
    expect(refused).toMatchObject({ httpStatus: 409, status: { name: 'RegistryRowUsed' } });
  });

  it('cannot be changed once a form uses it', async () => {
    const form = await server.context.db
      .selectFrom('project_forms')
      .select('fixed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { exchangeRate } = form.fixed as { exchangeRate: { date: string; rate: string } };
    const path = `registry/exchange-rates/EUR_${exchangeRate.date}`;
    expect((await server.call('operator', 'PUT', path, { middleRate: '1.0000' })).status.name).toBe('RegistryRowUsed');
    expect((await server.call('operator', 'PUT', path, { unit: 100 })).status.name).toBe('RegistryRowUsed');
    const file = `currencyCode,rateDate,unit,middleRate\nEUR,${exchangeRate.date},1,1\n`;
    const imported = await sendImport(server, 'operator', 'exchange-rates', file);
    expect(imported.payload.errors).toEqual([
      { row: 2, column: 'middleRate', code: 'RegistryRowUsed', value: '1.0000' },
    ]);
    // If the unit cannot be parsed, there is no error about the rate.
    const unread = await sendImport(server, 'operator', 'exchange-rates', file.replace(',1,', ',x,'));
    expect(unread.payload.errors).toMatchObject([{ row: 2, column: 'unit', code: 'InvalidDataType' }]);
    expect((await server.call('operator', 'PUT', path, { status: 'НБС' })).httpStatus).toBe(200);
    expect((await server.call('operator', 'PUT', path, { middleRate: exchangeRate.rate })).httpStatus).toBe(200);
  });

  it('must be small enough to store, and not round to zero', async () => {
    const refused = async (rate: string, unit: number) => {
      const answer = await addRate('2026-11-20', rate, unit, 'IDR');
      const errors = answer.fieldErrors ?? [];
      return [answer.httpStatus, errors.map(({ field }) => field)];
    };
    expect(await refused('123456789012345', 1)).toEqual([422, ['middleRate']]);
    expect(await refused('10000000000', 1)).toEqual([422, ['middleRate']]);
    expect(await refused('1', 1_000_000)).toEqual([422, ['middleRate']]);
    expect((await refused('50', 1_000_000))[0]).toBe(200);
    expect((await addRate('2031-11-20', '9999999999.9999', 1, 'CZK')).httpStatus).toBe(200);
  });

  it('is listed for a day if it applies on it', async () => {
    const list = async (query: string) =>
      (
        await server.call<{ currencyCode: string; rateDate: string }[]>(
          'operator',
          'GET',
          `registry/exchange-rates?perPage=100&${query}`,
        )
      ).payload ?? [];
    expect(await list('filter[validAt]=1950-01-01')).toEqual([]);
    const counting = await list('filter[validAt]=2031-03-09&filter[currencyCode]=EUR');
    expect(counting.map(({ rateDate }) => rateDate)).toEqual(['2031-03-07']);
    expect((await list('filter[currencyCode]=EUR')).length).toBeGreaterThan(1);
  });

  it('is listed with the newest days first, also in a search, unless another order is requested', async () => {
    const days = async (query: string) => {
      const path = `registry/exchange-rates?perPage=100&${query}`;
      const { payload } = await server.call<{ currencyCode: string; rateDate: string }[]>('operator', 'GET', path);
      return payload?.map(({ rateDate }) => rateDate) ?? [];
    };
    for (const query of ['', 'filter[search]=eur']) {
      const listed = await days(query);
      expect(new Set(listed).size).toBeGreaterThan(1);
      expect(listed, query).toEqual(listed.toSorted().toReversed());
    }
    const asked = await days('sort_by=rateDate');
    expect(new Set(asked).size).toBeGreaterThan(1);
    expect(asked).toEqual(asked.toSorted());
  });
});
