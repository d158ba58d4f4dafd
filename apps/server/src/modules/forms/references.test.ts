import { describe, expect, it } from 'vitest';
import type { FormSaved } from '@pimis/contract/forms';
import { setPath } from '@pimis/domain/forms/paths';
import type { FormValues } from '@pimis/domain/forms/types';
import { createProject, currentForm, ideaValues, submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

async function fresh() {
  const code = await createProject(server, 'local.user');
  const { id } = await currentForm(server, 'local.user', code);
  return { code, id, values: await ideaValues(server, 'local.user', code) };
}

const wrong = (answer: { additionalInformation: unknown }) =>
  (answer.additionalInformation as FormSaved).errors.map(({ StatusCode, Path }) => `${StatusCode.Code} ${Path}`);

const CURRENCY = 'financialInfo.fundingSources[3].currency';
const rowsOf = (values: FormValues) =>
  (values.financialInfo as { fundingSources: { currency?: Record<string, string> }[] }).fundingSources;

describe('rows of registries in a form', () => {
  it('must be offered by the registry, and get their names from it', async () => {
    const { code, id, values } = await fresh();
    setPath(values, 'basic.proposer', { id: '00009x', name: 'Непостојећа установа' });
    setPath(values, 'basic.locations', [{ id: '70998', name: 'Нешто друго' }, { id: 'xyz' }]);
    const answer = await submit(server, 'local.user', code, id, 1, values);
    expect(wrong(answer)).toEqual(['FluentInvalidField basic.proposer', 'FluentInvalidField basic.locations[2]']);
    const { form } = await currentForm(server, 'local.user', code);
    expect(JSON.parse(form.inputJson)).toMatchObject({ basic: { locations: [{ name: 'Прокупље' }, { id: 'xyz' }] } });
    // A refused value stays invalid even after it was stored.
    setPath(values, 'notes', 'Још једном.');
    expect(wrong(await submit(server, 'local.user', code, id, 1, values))).toHaveLength(2);
    setPath(values, 'basic.proposer', { id: '10503', name: 'Како год' });
    setPath(values, 'basic.locations', [{ id: '70998', name: 'Прокупље' }]);
    expect(wrong(await submit(server, 'local.user', code, id, 1, values))).toEqual([]);
  });

  it('stay valid after their end where they were saved before, but are no longer offered', async () => {
    const { code, id, values } = await fresh();
    expect(wrong(await submit(server, 'local.user', code, id, 1, values))).toEqual([]);
    const later = await fresh();
    const ended = server.context.db.updateTable('municipalities').where('id', '=', '70998');
    await ended.set({ valid_to: '2020-01-01' }).execute();
    setPath(values, 'notes', 'Место је у међувремену припојено.');
    expect(wrong(await submit(server, 'local.user', code, id, 1, values))).toEqual([]);
    expect(wrong(await submit(server, 'local.user', later.code, later.id, 1, later.values))).toEqual([
      'FluentInvalidField basic.locations[1]',
    ]);
    await ended.set({ valid_to: null }).execute();
  });

  it.each(['1.0000', '0.0000', '130.0000'])('use the rate of the registry, not %s', async (rate) => {
    const { code, id, values } = await fresh();
    const row = rowsOf(values).find(({ currency }) => currency);
    if (row?.currency) row.currency.exchangeRate = rate;
    expect(wrong(await submit(server, 'local.user', code, id, 1, values))).toContain(`FluentInvalidField ${CURRENCY}`);
  });
});

describe('numbers that cannot be an id', () => {
  it.each([1e20, 99_999_999_999, 2_147_483_648])('are refused without a query: %d', async (id) => {
    const { code, values } = await fresh();
    expect((await submit(server, 'local.user', code, id, 1, values)).httpStatus).toBe(422);
    expect((await server.call('local.user', 'GET', `projects/${code}/forms/${id}`)).httpStatus).toBe(422);
  });

  it('are refused as documents, too', async () => {
    const { code, id, values } = await fresh();
    setPath(values, 'legalAssessment', '9999999999');
    expect(wrong(await submit(server, 'local.user', code, id, 1, values))).toContain(
      'FluentInvalidField legalAssessment',
    );
  });
});

it('values of more than five million characters are too large, both as text and as a file', async () => {
  const { code, id } = await fresh();
  const text = JSON.stringify({ notes: 'а'.repeat(5_000_100) });
  expect((await submit(server, 'local.user', code, id, 1, text)).status.name).toBe('PayloadTooLarge');
  const boundary = 'granica';
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/projects/${code}/forms/${id}/import`,
    headers: {
      authorization: `Bearer ${await server.token('local.user')}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.json"\r\n\r\n{"notes":"${'a'.repeat(5_000_000)}"}\r\n--${boundary}--\r\n`,
  });
  expect(answer.statusCode).toBe(413);
});
