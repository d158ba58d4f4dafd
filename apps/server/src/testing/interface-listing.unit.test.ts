import { describe, expect, it } from 'vitest';
import { type Description, listInterface, readListing, unnamedBreaks, writeListing } from './interface-listing.ts';

const CALL = 'POST /api/works';
const text = { type: 'string' };
const JSON_OF = (schema: object) => ({ content: { 'application/json': { schema } } });

interface Parts {
  body?: object;
  payload?: object;
  parameters?: object[];
  security?: object[];
}

const described = ({
  body = { type: 'object', required: ['name'], properties: { name: text, note: text } },
  payload = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, rows: { type: 'array', items: text } },
  },
  parameters = [{ name: 'kind', in: 'query', schema: { enum: ['a', 'b'] } }],
  security = [{ bearer: [] }, { client: [] }],
}: Parts = {}): Description =>
  ({
    paths: {
      '/api/works': {
        post: {
          parameters,
          security,
          requestBody: JSON_OF(body),
          responses: {
            '2XX': JSON_OF({ type: 'object', required: ['payload', 'status'], properties: { payload, status: text } }),
            404: { $ref: '#/components/responses/Refused404' },
          },
        },
      },
    },
  }) as unknown as Description;

const breaks = (after: Parts, changelog = '', before: Parts = {}) =>
  unnamedBreaks(listInterface(described(before), ''), listInterface(described(after), changelog), changelog);

describe('a listing', () => {
  it('has who may call, inputs and answers with their types, and is read as it was written', () => {
    const listing = listInterface(described(), '');
    const written = writeListing(listing);
    expect(written.trim().split('\n')).toEqual([
      CALL,
      '> access?: bearer | client',
      '> body: object',
      '> body.name: string',
      '> body.note?: string',
      '> query.kind?: "a" | "b"',
      '< payload: object',
      '< payload.id: integer',
      '< payload.rows?: array',
      '< payload.rows[]: string',
    ]);
    expect(writeListing(readListing(written))).toBe(written);
  });

  it('takes alternatives together, and ends at a schema that contains itself', () => {
    const tree = {
      anyOf: [{ type: 'object', required: ['under'], properties: { under: { $ref: '#/x/Tree' } } }, { type: 'null' }],
    };
    const description = { ...described({ payload: { $ref: '#/x/Tree' } }), components: { schemas: { Tree: tree } } };
    expect(
      writeListing(listInterface(description as Description, ''))
        .split('\n')
        .slice(-4, -1),
    ).toEqual(['> query.kind?: "a" | "b"', '< payload: null | object', '< payload.under: again']);
  });
});

describe('a change breaks clients', () => {
  const body = (properties: object, required = ['name']) => ({ body: { type: 'object', required, properties } });
  const payload = (properties: object, required = ['id']) => ({ payload: { type: 'object', required, properties } });
  const id = { type: 'integer' };
  const rows = { type: 'array', items: text };

  it.each([
    ['an input that is gone', body({ name: text }), 'no longer takes body.note'],
    ['an input that is needed now', body({ name: text, note: text }, ['name', 'note']), 'needs body.note'],
    ['a new input that is needed', body({ name: text, note: text, more: text }, ['name', 'more']), 'needs body.more'],
    ['an input of another type', body({ name: text, note: id }), 'takes another type of body.note'],
    [
      'a choice that is gone',
      { parameters: [{ name: 'kind', in: 'query', schema: { enum: ['a'] } }] },
      'takes another type of query.kind',
    ],
    ['a call that is closed to clients', { security: [{ bearer: [] }] }, 'takes another type of access'],
    ['a field that is gone', payload({ id }), 'no longer answers payload.rows'],
    ['a field that may be missing', payload({ id, rows }, []), 'may answer without payload.id'],
    ['a field of another type', payload({ id: text, rows }), 'answers another type of payload.id'],
    [
      'a field that may be null',
      payload({ id: { anyOf: [id, { type: 'null' }] }, rows }),
      'answers another type of payload.id',
    ],
  ])('by %s', (_, after, found) => {
    expect(breaks(after)).toContain(`${CALL}: ${found}`);
    expect(breaks(after, `- \`${CALL}\`: take the other one.`)).toEqual([]);
    expect(breaks(after, '- `POST /api/works/others`: take the other one.')).not.toEqual([]);
  });

  it('by a call that is gone', () => {
    expect(unnamedBreaks(listInterface(described(), ''), new Map(), '')).toEqual([`${CALL}: is gone`]);
  });

  it('again, although the changelog names an earlier change of the call', () => {
    const changelog = `- \`${CALL}\`: has no note.`;
    const before = readListing(writeListing(listInterface(described(), changelog)));
    const after = listInterface(described(payload({ id })), changelog);
    expect(unnamedBreaks(before, after, changelog)).not.toEqual([]);
    expect(unnamedBreaks(before, after, `${changelog}\n- \`${CALL}\`: answers no rows.`)).toEqual([]);
  });

  it('not by what is added or allowed', () => {
    expect(breaks(body({ name: text, note: text, more: text }))).toEqual([]);
    expect(breaks(body({ name: text, note: text }, []))).toEqual([]);
    expect(
      breaks(
        body({ name: text, note: { type: 'object', required: ['a'], properties: { a: text } } }),
        '',
        body({ name: text }),
      ),
    ).toEqual([]);
    expect(breaks({ parameters: [{ name: 'kind', in: 'query', schema: { enum: ['a', 'b', 'c'] } }] })).toEqual([]);
    expect(breaks(payload({ id, rows, more: text }, ['id', 'rows', 'more']))).toEqual([]);
    expect(unnamedBreaks(new Map(), listInterface(described(), ''), '')).toEqual([]);
  });
});
