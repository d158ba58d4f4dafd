import type { FastifyInstance } from 'fastify';
import { can } from '@pimis/domain/access/policies';
import { isDay } from '@pimis/domain/dates/dates';
import { type Context, today } from '../../platform/context.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { userRoute } from '../../platform/http.ts';
import { contentDisposition } from '../../platform/send-file.ts';
import { projectTableSheet, TABLE_EXPORTS, type TableExport } from './project-table.ts';

function isTableExport(name: string): name is TableExport {
  return Object.hasOwn(TABLE_EXPORTS, name);
}

/** Exports of the project table, as they are or as they were at the end of a past day. */
export function reportRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /reporting/board-reports/:type',
    { tag: 'reports', summary: 'Sheet of the project table: Projects-all, ProjectsAllMei, Projects-all-archived' },
    ({ user, params, query, reply }) => {
      if (!isTableExport(params.type)) throw new ApiError('NotFound');
      if (!can(user, TABLE_EXPORTS[params.type].operation)) throw new ApiError('Forbidden');
      if ((query.reportFormat ?? 'xlsx') !== 'xlsx') throw new ApiError('InvalidExportFormat');
      const { atDay } = query;
      if (atDay !== undefined && (!isDay(atDay) || atDay > today(context)))
        throw invalidFields({ atDay: 'InvalidField' });
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', contentDisposition(`${params.type}${atDay ? `-${atDay}` : ''}.xlsx`))
        .send(projectTableSheet(context, user, params.type, atDay));
    },
  );
}
