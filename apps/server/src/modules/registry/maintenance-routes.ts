import type { FastifyInstance } from 'fastify';
import { RegistryIdSchema, registryInputSchema, registryRowSchema } from '@pimis/contract/registries';
import type { Registry } from '@pimis/domain/registries/types';
import { isDay } from '@pimis/domain/dates/dates';
import { originOf } from '../../platform/audit/audit.ts';
import { writtenAs } from '@pimis/domain/text/wording';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { type Context, today } from '../../platform/context.ts';
import { begun, ok } from '../../platform/http/envelope.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { userRoute } from '../../platform/http/http.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { XLSX } from '../../platform/documents/xlsx/media-type.ts';
import { registryFile } from './export/export.ts';
import { registryTemplate } from './export/template.ts';
import { importNow, MAX_BODY_BYTES, queueImport, receiveTable } from './import/import-calls.ts';
import { answerRow } from './answer-row.ts';
import { createRow, endRow, updateRow } from './write.ts';

const tag = 'registry';
const FORMATS = ['csv', 'local', 'xlsx'] as const;
const MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX,
} as const;

/** The users who may write this registry, as mayWrite decides. */
function maintaining(registry: Registry) {
  return { permission: 'registry.write', resource: { registryClaim: registry.claim } } as const;
}

/** Changing, importing and exporting one registry. */
export function maintenanceRoutes(app: FastifyInstance, context: Context, registry: Registry): void {
  const url = `/registry/${registry.code}`;
  userRoute(
    app,
    'GET /registry/:registry/export',
    {
      permission: 'registry.read',
      tag,
      summary: `${registry.title.en} as a file that the import takes back: csv, local (CSV with labels, semicolons and decimal commas) or xlsx; validAt=all with ended rows`,
      narrowed: { path: `${url}/export`, params: undefined },
    },
    async ({ user, query, reply }) => {
      const format = FORMATS.find((one) => one === (query.format ?? 'csv'));
      if (!format) throw new ApiError('InvalidExportFormat');
      const all = query.validAt === 'all';
      const kind = format === 'xlsx' ? 'xlsx' : 'csv';
      const name = [registry.code, ...(all ? ['all'] : []), today(context)].join('-');
      const file = await registryFile(await readingFor(context, user), registry, {
        format,
        all,
        written: writtenAs(query),
      });
      return reply
        .type(MEDIA[kind])
        .header('content-disposition', contentDisposition(`${name}.${kind}`))
        .send(file);
    },
  );
  if (registry.readOnly) return;
  userRoute(
    app,
    'GET /registry/:registry/template',
    {
      permission: 'registry.read',
      tag,
      summary: `${registry.title.en}: an empty workbook with the columns and rules of the import`,
      narrowed: { path: `${url}/template`, params: undefined },
    },
    async ({ query, reply }) => {
      const template = await registryTemplate(registry, query, context.now());
      return reply
        .type(MEDIA.xlsx)
        .header('content-disposition', contentDisposition(`${registry.code}-template.xlsx`))
        .send(template);
    },
  );
  userRoute(
    app,
    'POST /registry/:registry/import',
    {
      ...maintaining(registry),
      tag,
      takes: 'files',
      summary: `${registry.title.en}: CSV or XLSX, all rows or none; dryRun=true judges only; a large file answers 202`,
      narrowed: { path: `${url}/import`, params: undefined },
      bodyLimit: MAX_BODY_BYTES,
    },
    async ({ user, query, request, reply }) => {
      const file = await receiveTable(context, request);
      const call = {
        registry,
        dryRun: query.dryRun === 'true',
        sheet: query.sheet ?? null,
        zeros: query.zeros === 'restore',
        encoding: query.encoding ?? null,
        isConfirmed: query.confirm === 'changes',
        origin: originOf(request),
      };
      if ('key' in file) return begun(reply, await queueImport(context, user, call, file));
      return ok(await importNow(context, { ...call, content: file.bytes }));
    },
  );
  rowRoutes(app, context, registry);
}

function rowRoutes(app: FastifyInstance, context: Context, registry: Registry): void {
  const url = `/registry/${registry.code}`;
  const row = registryRowSchema(registry);
  const policy = maintaining(registry);
  const look = async (id: string, user: CurrentUser) => {
    const answer = await answerRow(context, registry, id, user);
    return { answer, state: { revision: answer.additionalInformation.revision } };
  };
  userRoute(
    app,
    'POST /registry/:registry',
    {
      ...policy,
      tag,
      summary: `${registry.title.en}: add a row`,
      narrowed: { path: url, params: undefined, body: registryInputSchema(registry, false), payload: row },
    },
    async ({ user, body, request }) =>
      ok(await createRow(context, user, registry, body as Record<string, string>, originOf(request))),
  );
  userRoute(
    app,
    'PUT /registry/:registry/:id',
    {
      ...policy,
      tag,
      summary: `${registry.title.en}: change a row`,
      ifMatch: async ({ params, user }) => {
        const { answer, state } = await look(params.id, user);
        return { answer, body: state };
      },
      narrowed: {
        path: `${url}/:id`,
        params: RegistryIdSchema,
        body: registryInputSchema(registry, true),
        payload: row,
      },
    },
    async ({ user, params, body, request }) =>
      ok(await updateRow(context, user, registry, params.id, body as Record<string, string>, originOf(request))),
  );
  userRoute(
    app,
    'DELETE /registry/:registry/:id',
    {
      ...policy,
      tag,
      summary: `${registry.title.en}: end a row, today or on a later day; no row is ever removed`,
      ifMatch: async ({ params, user }) => {
        const { answer, state } = await look(params.id, user);
        return { answer, query: state };
      },
      narrowed: { path: `${url}/:id`, params: RegistryIdSchema, payload: row },
    },
    async ({ user, params, query, request }) => {
      const { validTo, revision } = query;
      if (validTo !== undefined && !isDay(validTo)) throw invalidFields({ validTo: 'InvalidField' });
      const change = { lastDay: validTo, revision };
      return ok(await endRow(context, user, registry, params.id, change, originOf(request)));
    },
  );
}
