import type { Envelope } from '@pimis/contract/envelope';
import { WASTE_WATER_PLANT } from '@pimis/examples/preparation';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import { setPath } from '@pimis/domain/forms/paths';
import type { FormValues } from '@pimis/domain/forms/types';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Phase } from '@pimis/contract/project-phases';
import type { Project } from '@pimis/contract/projects';
import { newCode } from './codes.ts';
import type { TestServer } from './server.ts';

export const PROPOSER = WASTE_WATER_PLANT.proposer;
const BOUNDARY = 'pimis-test-boundary';

export async function createProject(
  server: TestServer,
  login: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const code = newCode();
  const answer = await server.call(login, 'POST', 'projects', {
    code,
    type: 3,
    sector: 5,
    important: false,
    ...changes,
  });
  if (answer.httpStatus !== 200) throw new Error(`Project was not created: ${JSON.stringify(answer)}`);
  return code;
}

/** Uploads a file, a small text by default, as a new document or as a revision of one, and returns the documents. */
export async function upload(
  server: TestServer,
  login: string,
  code: string,
  fileName = 'dokument.txt',
  fields: Record<string, string> = { description: 'Опис' },
  content: Buffer | string = 'садржај',
  documentId?: number,
) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/projects/${code}/documents${documentId === undefined ? '' : `/${documentId}/revisions`}`,
    headers: {
      authorization: `Bearer ${await server.token(login)}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: Buffer.concat([
      Buffer.from(parts.join('') + file),
      Buffer.from(content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  });
  return server.watch(`${login} uploads to ${code}`, {
    httpStatus: answer.statusCode,
    ...answer.json<Envelope<{ id: number; revisionId: number }[]>>(),
  });
}

/** The form of the project's current phase. */
export async function currentForm(
  server: TestServer,
  login: string,
  code: string,
): Promise<{ id: number; form: ProjectForm }> {
  const phases = await server.call<Phase[]>(login, 'GET', `projects/${code}/phases`);
  const summary = phases.payload?.flatMap((phase) => phase.forms).findLast((candidate) => candidate.current);
  if (!summary) throw new Error(`No current form of ${code}: ${JSON.stringify(phases.payload?.at(-1))}`);
  const form = await server.call<ProjectForm>(login, 'GET', `projects/${code}/forms/${summary.id}`);
  if (!form.payload) throw new Error(JSON.stringify(form));
  return { id: summary.id, form: form.payload };
}

/** The catalogue's example with documents of this project. */
export async function ideaValues(
  server: TestServer,
  login: string,
  code: string,
  changes: Record<string, unknown> = {},
): Promise<FormValues> {
  const letter = await upload(server, login, code, 'pismo.txt');
  const assessment = await upload(server, login, code, 'ocena.txt');
  const values = structuredClone(IDEA_EXAMPLE);
  setPath(values, 'basic.proposer', PROPOSER);
  setPath(values, 'financialInfo.letterOfIntent', String(letter.payload?.[0]?.id));
  setPath(values, 'legalAssessment', String(assessment.payload?.[0]?.id));
  for (const [path, value] of Object.entries(changes)) setPath(values, path, value);
  return values;
}

export function submit(
  server: TestServer,
  login: string,
  code: string,
  id: number,
  action: number,
  values?: unknown,
  more: Record<string, unknown> = {},
) {
  return server.call(login, 'POST', 'projects/form-input', {
    projectCode: code,
    id,
    action,
    ...(values === undefined ? {} : { json: JSON.stringify(values) }),
    ...more,
  });
}

/** The accounts that take the first step of each status of an idea, until the ministry of finance has it. */
export const IDEA_TO_MINISTRY = [
  'local.user',
  'local.admin',
  'verifier',
  'ministry.admin',
  'minister',
  'ministry.admin',
] as const;

export function act(
  server: TestServer,
  login: string,
  code: string,
  action: number,
  more: Record<string, unknown> = {},
) {
  return server.call<Project>(login, 'PUT', `projects/${code}/actions`, { action, ...more });
}

/** A project of local.user with its idea filled in and locked. */
export async function lockedIdea(
  server: TestServer,
  changes: Record<string, unknown> = {},
): Promise<{ code: string; formId: number }> {
  const code = await createProject(server, 'local.user');
  const { id } = await currentForm(server, 'local.user', code);
  const values = await ideaValues(server, 'local.user', code, changes);
  const locked = await submit(server, 'local.user', code, id, 2, values);
  if (locked.httpStatus !== 200) throw new Error(JSON.stringify(locked));
  return { code, formId: id };
}

/** Merges a project into another one, as an administrator. */
export async function mergeProjects(server: TestServer, kept: string, other: string) {
  const choice = async (code: string) => {
    const { payload } = await server.call<Project>('admin', 'GET', `projects/${code}`);
    return { ProjectId: payload?.id, ProjectCode: code, OriginalProject: code === kept };
  };
  const projects = [await choice(kept), await choice(other)];
  return server.call<{ code: string }>('admin', 'PUT', 'projects/merge', { projects });
}
