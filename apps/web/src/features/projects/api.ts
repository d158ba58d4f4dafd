import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ProjectDocument } from '@pimis/contract/documents';
import type { ActionRequest, CreateProject, Project } from '@pimis/contract/projects';
import type { CallQuery } from '@pimis/contract/calls';
import { call, fileAddress, saveNatively } from '../../api/client.ts';
import type { Text } from '../../i18n/use-text.ts';
import { FIRST_PAGE, type TableState } from '../../ui/DataTable/state.ts';

export function projectsQuery(parameters: string) {
  return queryOptions({
    queryKey: ['projects', 'table', parameters],
    placeholderData: (before) => before,
    queryFn: async () => {
      const { payload, additional } = await call('GET /projects/paged', { query: parameters });
      return { rows: payload, totalRows: additional.totalRows, long: additional, groups: additional.groups };
    },
  });
}

export function projectQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code],
    queryFn: async () => (await call('GET /projects/:projectCode', { params: { projectCode: code } })).payload,
  });
}

/** Key facts of a project. */
export function summaryQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code, 'summary'],
    queryFn: async () => (await call('GET /projects/:projectCode/summary', { params: { projectCode: code } })).payload,
  });
}

/** The summary by which the present step on the project is decided. */
export function decisionSummaryQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code, 'decision-summary'],
    queryFn: async () =>
      (await call('GET /projects/:projectCode/decision-summary', { params: { projectCode: code } })).payload,
  });
}

/** The check before the forms of the project are sent, as they are stored now. */
export function sendingCheckQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code, 'sending-check'],
    queryFn: async () =>
      (await call('GET /projects/:projectCode/sending-check', { params: { projectCode: code } })).payload,
  });
}

/** Lets the browser save an archive of the project: of its documents, or of chosen parts. Throws ApiFailure. */
export function saveArchive(
  code: string,
  parts: 'documents' | Omit<CallQuery<'GET /reporting/projects/:projectCode'>, keyof Text['paper']>,
  paper: Text['paper'],
): Promise<void> {
  const params = { projectCode: code };
  const address =
    parts === 'documents'
      ? fileAddress('GET /reporting/projects/:projectCode/documents', { params, query: paper })
      : fileAddress('GET /reporting/projects/:projectCode', { params, query: { ...parts, ...paper } });
  return saveNatively(address, () => call('POST /reporting/projects/:projectCode/access', { params }));
}

export function phasesQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code, 'phases'],
    queryFn: async () => {
      const { payload } = await call('GET /projects/:projectCode/phases', {
        params: { projectCode: code },
        query: { noData: 'true' },
      });
      return payload;
    },
  });
}

/** The initial state of the activities of a phase. */
export const FIRST_ACTIVITIES: TableState = { ...FIRST_PAGE, perPage: 25 };

export function activitiesQuery(code: string, projectPhaseId: number, parameters: string) {
  return queryOptions({
    queryKey: ['project', code, 'activities', projectPhaseId, parameters],
    queryFn: async () => {
      const { payload, additional } = await call('GET /projects/:projectCode/phases/:projectPhaseId/activities', {
        params: { projectCode: code, projectPhaseId },
        query: parameters,
      });
      return { rows: payload, ...additional };
    },
  });
}

/** The latest activities of a project in any phase. */
export function latestActivitiesQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code, 'activities', 'latest'],
    queryFn: async () =>
      (await call('GET /projects/:projectCode/activities', { params: { projectCode: code } })).payload,
  });
}

export function documentsQuery(code: string, parameters: string) {
  return queryOptions({
    queryKey: ['project', code, 'documents', parameters],
    queryFn: async () => {
      const { payload, additional } = await call('GET /projects/:projectCode/documents', {
        params: { projectCode: code },
        query: parameters,
      });
      return { rows: payload, ...additional };
    },
  });
}

/** Reloads the project's documents and their number after a change. */
export async function documentsChanged(client: QueryClient, code: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['project', code, 'documents'] }),
    client.invalidateQueries({ queryKey: ['project', code], exact: true }),
  ]);
}

const DOCUMENTS_A_CALL = 100;

/** Every document of a project, newest first, for the choice in a form. */
export function allDocumentsQuery(code: string) {
  return queryOptions({
    queryKey: ['project', code, 'documents', 'all'],
    queryFn: async () => {
      const rows: ProjectDocument[] = [];
      for (let page = 1; ; page++) {
        const { payload, additional } = await call('GET /projects/:projectCode/documents', {
          params: { projectCode: code },
          query: { perPage: String(DOCUMENTS_A_CALL), page: String(page), sort_by: 'createdDate', sort_desc: 'true' },
        });
        rows.push(...payload);
        if (payload.length < DOCUMENTS_A_CALL || rows.length >= additional.totalRows) return rows;
      }
    },
  });
}

/** The proposed working name, with a number behind it if a project has it. */
export function freeCodeQuery(code: string) {
  return queryOptions({
    queryKey: ['project-codes', code],
    queryFn: async () => (await call('GET /project-codes/free', { query: { code } })).payload.code,
  });
}

export async function createProject(input: CreateProject): Promise<Project> {
  return (await call('POST /projects', { body: input })).payload;
}

export async function invokeAction(code: string, input: ActionRequest): Promise<Project> {
  return (await call('PUT /projects/:projectCode/actions', { params: { projectCode: code }, body: input })).payload;
}
