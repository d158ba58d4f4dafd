import type { FastifyInstance } from 'fastify';
import type { CallQuery } from '@pimis/contract/calls';
import { writtenAs } from '@pimis/domain/text/wording';
import { type Context, today } from '../../platform/context.ts';
import { okPage } from '../../platform/http/envelope.ts';
import { fileWord } from '../../platform/storage/file-names.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { userRoute } from '../../platform/http/http.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { XLSX } from '../../platform/documents/xlsx/media-type.ts';
import { auditWorkbook } from './workbook.ts';
import { listAudit } from './queries.ts';

/** The filters of a query. */
function filtersOf({
  language: _language,
  script: _script,
  ...filters
}: CallQuery<'GET /administration/audit/export'>) {
  return filters as Record<string, string>;
}

/** The audit log, for administrators. */
export function auditRoutes(app: FastifyInstance, context: Context): void {
  const tag = 'administration';
  userRoute(
    app,
    'GET /administration/audit',
    { permission: 'audit.read', tag, summary: 'Who did what, when and from where, newest first' },
    async ({ user, query }) => okPage(await listAudit((await readingFor(context, user)).db, query)),
  );
  userRoute(
    app,
    'GET /administration/audit/export',
    { permission: 'audit.read', tag, summary: 'The same as a workbook: every row that the filters leave' },
    async ({ user, query, reply }) => {
      const written = writtenAs(query);
      const { db } = await readingFor(context, user);
      const workbook = await auditWorkbook(db, filtersOf(query), written, context.now());
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition(`${fileWord('auditLog', written)}-${today(context)}.xlsx`))
        .header('cache-control', 'private, no-store')
        .send(workbook);
    },
  );
}
