import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  type Description,
  listInterface,
  readListing,
  unnamedBreaks,
  writeListing,
} from './testing/interface-listing.ts';
import { useServer } from './testing/server.ts';

/* The description of the interface: an OpenAPI 3.1 text that the linter of Redocly finds nothing in. */

const server = useServer();
const ROOT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'pimis-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Found {
  ruleId: string;
  severity: string;
  message: string;
  location: { pointer: string }[];
}

/** The linter's findings, with the rules of redocly.yaml and without its telemetry. */
async function lint(text: string): Promise<string[]> {
  const path = join(folder, 'openapi.json');
  writeFileSync(path, text);
  const script = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const stdout = await new Promise<string>((resolve) => {
    // It ends with 1 if it finds something.
    execFile(
      process.execPath,
      [script, 'lint', '--config', join(ROOT, 'redocly.yaml'), '--format=json', path],
      { env, maxBuffer: 64 * 1024 * 1024 },
      (_error, out) => resolve(out),
    );
  });
  const { problems } = JSON.parse(stdout) as { problems: Found[] };
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}

type Operation = Record<string, unknown> & { responses: Record<string, object>; security?: object[] };

async function describedInterface() {
  const text = (await server.app.inject('/api/docs/json')).body;
  return { text, description: JSON.parse(text) as { paths: Record<string, Record<string, Operation>> } };
}

it('is valid by the recommended rules, without a warning', async () => {
  const { text, description } = await describedInterface();
  expect(await lint(text)).toEqual([]);
  // Proof that the linter works: it finds a call without its name and an undeclared group.
  const first = description.paths['/api/login']?.post;
  delete first?.operationId;
  if (first) first.tags = ['unknown'];
  expect((await lint(JSON.stringify(description))).map((found) => found.split(' ').slice(0, 2).join(' '))).toEqual([
    'error operation-tag-defined',
    'warn operation-operationId',
  ]);
});

it('says what a call takes, who may make it and how it is refused', async () => {
  const { description } = await describedInterface();
  const call = (method: string, path: string) => description.paths[`/api${path}`]?.[method];
  expect(call('post', '/oauth/token')).toMatchObject({
    security: [],
    requestBody: { content: { 'application/x-www-form-urlencoded': {} } },
    responses: { '4XX': { description: 'Refused, as the standard says' } },
  });
  expect(call('post', '/projects/{projectCode}/documents')).toMatchObject({
    operationId: 'postProjectsByProjectCodeDocuments',
    security: [{ bearer: [] }, { client: [] }],
    requestBody: { content: { 'multipart/form-data': {} } },
    responses: { 404: {}, 409: {}, 413: {}, 422: { $ref: '#/components/responses/Refused422' } },
  });
  expect(call('post', '/projects')?.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }]);
  expect(call('post', '/administration/clients')).not.toHaveProperty('parameters');
  expect(call('get', '/projects/paged')?.parameters).toMatchObject([
    { name: 'parameters', in: 'query', schema: { type: 'object', additionalProperties: { type: 'string' } } },
  ]);
  expect(call('get', '/projects/paged')?.responses).not.toHaveProperty('409');
  expect(call('get', '/projects/{projectCode}')).toMatchObject({
    parameters: [{}, { name: 'If-None-Match', in: 'header' }],
    responses: { '2XX': { headers: { ETag: {} } }, 304: {} },
  });
  expect(call('put', '/projects/{projectCode}')).toMatchObject({
    parameters: [{}, { name: 'If-Match', in: 'header' }],
    responses: { 412: { $ref: '#/components/responses/Refused412' } },
  });
  expect(call('put', '/projects/{projectCode}/organizations')?.responses).not.toHaveProperty('412');
  // Closed to clients: one by its permission, one by its own declaration.
  for (const path of ['/administration/clients', '/operations/events']) {
    expect(call('get', path)).not.toHaveProperty('security');
  }
});

const LISTING = join(import.meta.dirname, 'interface.txt');
const CHANGELOG = join(ROOT, 'docs/api-changes.md');

it('breaks no client without a line in docs/api-changes.md; npm run interface writes the listing anew', async () => {
  const { text } = await describedInterface();
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const listing = listInterface(JSON.parse(text) as Description, changelog);
  const kept = readFileSync(LISTING, 'utf8');
  expect(unnamedBreaks(readListing(kept), listing, changelog)).toEqual([]);
  if (process.env.PIMIS_INTERFACE === 'renew') writeFileSync(LISTING, writeListing(listing));
  else expect(writeListing(listing)).toBe(kept);
});
