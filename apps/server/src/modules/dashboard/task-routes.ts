import type { FastifyInstance } from 'fastify';
import { type Context, today } from '../../platform/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { ApiError } from '../../platform/errors.ts';
import { fileWord } from '../../platform/storage/file-names.ts';
import { userRoute } from '../../platform/http/http.ts';
import { contentDisposition } from '../../platform/http/send-file.ts';
import { writtenOf } from '../../platform/http/language-and-script.ts';
import { XLSX } from '../../platform/documents/xlsx/media-type.ts';
import { tasksFile } from './task-export.ts';
import { takeSteps } from './task-steps.ts';
import { listTasks } from './tasks.ts';

const tag = 'tasks';

const FORMATS = ['xlsx', 'csv'] as const;
const MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX,
} as const;

/** Tasks of the user: the table, its export, and one step taken on several projects at once. */
export function taskRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'GET /tasks/paged',
    {
      permission: 'project.view',
      tag,
      summary: 'Table of the projects that wait for me: paging, sort and filters of the project table; coming=true',
    },
    async ({ user, query }) => {
      const { rows, additional } = await listTasks(context, user, query);
      return ok(rows, additional);
    },
  );
  userRoute(
    app,
    'GET /tasks/export',
    {
      permission: 'project.view',
      tag,
      summary: 'The same as a file: format (xlsx, csv), language (sr, en), script (cyrillic, latin)',
    },
    async ({ user, query, reply }) => {
      const { format: wanted = 'xlsx', language, script, ...list } = query;
      const format = FORMATS.find((one) => one === wanted);
      if (!format) throw new ApiError('InvalidExportFormat');
      const written = writtenOf({ language, script });
      const file = await tasksFile(context, user, list, { format, written });
      return reply
        .type(MEDIA[format])
        .header('content-disposition', contentDisposition(`${fileWord('tasks', written)}-${today(context)}.${format}`))
        .header('cache-control', 'private, no-store')
        .send(file);
    },
  );
  userRoute(
    app,
    'POST /tasks/steps',
    { permission: 'project.actions', tag, summary: 'Confirm, verify or approve several projects, each by itself' },
    async ({ user, body, request }) => ok(await takeSteps(context, user, body.steps, request)),
  );
}
