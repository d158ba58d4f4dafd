import { text } from 'node:stream/consumers';
import { parse } from 'content-disposition';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProjectDocument } from '@pimis/contract/documents';
import type { Project } from '@pimis/contract/projects';
import { DOCUMENTS_PER_PROJECT, PROJECT_STATUS, REVISIONS_PER_DOCUMENT } from '@pimis/domain/constants';
import { FileMissing } from '../../platform/storage/file-store.ts';
import { withApiErrors } from '../../platform/storage/files.ts';
import { untilWaiting } from '../../testing/locks.ts';
import { outsideTransaction } from '../../testing/nested-connections.ts';
import { createProject, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
let code = '';

beforeAll(async () => {
  code = await createProject(server, 'local.user');
});

interface Answered {
  httpStatus: number;
  payload: ProjectDocument[] | null;
  status: { name: string };
  fieldErrors?: { field: string; code: string }[];
}

async function send(content: Buffer | string, fileName = 'prilog.txt', fields: Record<string, string> = {}) {
  const described = Object.entries({ description: 'Опис', ...fields }).map(
    ([name, value]) => `--two\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${described.join('')}--two\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/projects/${code}/documents`,
    headers: {
      authorization: `Bearer ${await server.token('local.user')}`,
      'content-type': 'multipart/form-data; boundary=two',
    },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--two--\r\n')]),
  });
  return { httpStatus: answer.statusCode, ...answer.json<Omit<Answered, 'httpStatus'>>() };
}

describe('an upload', () => {
  it('keeps its content if the answer fails after the commit', async () => {
    const { db, files } = server.context;
    await sql`alter view published.form_documents rename to form_documents_away`.execute(db);
    const answer = await upload(server, 'local.user', code, 'ugovor.txt');
    await sql`alter view published.form_documents_away rename to form_documents`.execute(db);
    expect(answer.httpStatus).toBe(500);
    expect(server.failures.splice(0)).toHaveLength(1);
    const row = await db
      .selectFrom('document_revisions')
      .select('storage_key')
      .where('title', '=', 'ugovor')
      .executeTakeFirstOrThrow();
    expect(await text(await files.get(row.storage_key))).toBe('садржај');
  });

  it.each([
    ['Одлука „о мосту" 100%.txt', 'Одлука „о мосту" 100%'],
    ['"прва" %41 %2522.txt', '"прва" %41 %2522'],
    ['Записник\r\nса седнице.txt', 'Записник са седнице'],
    ['Записник\nбр. 2.txt', 'Записник бр. 2'],
  ])('that a browser sends keeps the name of its file: %j', async (fileName, title) => {
    const form = new FormData();
    form.set('description', 'Опис');
    form.set('file', new Blob(['садржај']), fileName);
    const sent = new Response(form);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/projects/${code}/documents`,
      headers: {
        authorization: `Bearer ${await server.token('local.user')}`,
        'content-type': sent.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    expect(answer.json<Answered>().payload?.[0]?.title).toBe(title);
  });

  it('leaves nothing behind if it is refused', async () => {
    const put: string[] = [];
    const files = server.context.files;
    const real = files.put.bind(files);
    files.put = (key, ...rest) => {
      put.push(key);
      return real(key, ...rest);
    };
    const answer = await upload(server, 'local.user', code, 'a.txt', {
      description: 'Опис',
      documentId: '999999',
      comment: 'Исправка.',
    });
    files.put = real;
    expect([answer.httpStatus, put.length]).toEqual([404, 1]);
    await expect(files.get(put[0] ?? '')).rejects.toThrow(FileMissing);
  });

  it('is refused if its project is finished meanwhile', async () => {
    const own = await createProject(server, 'local.user');
    const { db } = server.context;
    let sent: ReturnType<typeof upload> | undefined;
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('projects').set({ status: PROJECT_STATUS.finished }).where('code', '=', own).execute();
      // The call has seen the project pending, and waits to add its file.
      sent = outsideTransaction(() => upload(server, 'local.user', own));
      await untilWaiting(db, tx);
    });
    expect((await sent)?.status.name).toBe('ForbiddenProjectChange');
  });

  it('of a file at the limit, an empty one or one with a long name is refused with an own name', async () => {
    const limit = server.context.config.documentMaxBytes;
    expect(await send(Buffer.alloc(limit, 'a'))).toMatchObject({
      httpStatus: 413,
      status: { name: 'DocumentSizeLimit' },
    });
    expect((await send(Buffer.alloc(limit - 1, 'a'))).httpStatus).toBe(200);
    expect(await send('')).toMatchObject({
      httpStatus: 422,
      status: { name: 'EmptyDocument' },
      fieldErrors: [{ field: 'file', code: 'EmptyDocument' }],
    });
    expect(await send('a', `${'a'.repeat(260)}.txt`)).toMatchObject({
      httpStatus: 422,
      status: { name: 'DocumentNameLimit' },
      fieldErrors: [{ field: 'file', code: 'DocumentNameLimit' }],
    });
    expect((await send('a', `${'a'.repeat(246)}.txt`)).httpStatus).toBe(200);
    expect(await send('a', 'prilog.txt', { title: 'Прилог\u202eт' })).toMatchObject({
      httpStatus: 422,
      fieldErrors: [{ field: 'title', code: 'NotOneLine' }],
    });
  });

  it.each([
    ['ugovor.pdf', 'ugovor', 422],
    ['ugovor.pdf', '%PDF-1.7 ugovor', 200],
    ['1. Inf. o lokaciji.pdf', '\r\n%PDF-1.7 ugovor', 200],
    ['trasa.kml', '<?xml version="1.0"?><kml></kml>', 200],
    ['ugovor.txt', '%PDF-1.7 ugovor', 422],
    ['slika.png', 'MZ program', 422],
    ['beleska.txt', '<script>alert(1)</script>', 422],
  ])('of %s that holds %j is answered by %i', async (name, content, status) => {
    const { db } = server.context;
    const count = () => db.selectFrom('documents').select('id').execute();
    const before = await count();
    const answer = await send(content, name);
    expect(answer.httpStatus).toBe(status);
    if (status !== 200) expect(answer.fieldErrors).toEqual([{ field: 'file', code: 'InvalidDocumentContent' }]);
    expect((await count()).length - before.length).toBe(status === 200 ? 1 : 0);
  });

  it.each(['disk.iso', 'strana.mht', 'adresa.url', 'podaci.xml', '.sakriveno.txt', 'a.txt.php'])(
    'of %s is refused for its name',
    async (name) => {
      expect(await send('a', name)).toMatchObject({ httpStatus: 422, status: { name: 'InvalidDocumentExtension' } });
    },
  );

  it('adds its type to the filter of the list, which offers no others', async () => {
    const own = await createProject(server, 'local.user');
    const list = async (query = '') =>
      (await server.call('local.user', 'GET', `projects/${own}/documents${query}`)).additionalInformation;
    expect(await list()).toMatchObject({ totalRows: 0, documentTypes: [] });
    for (const documentType of ['4', '3', '4']) {
      await upload(server, 'local.user', own, `${documentType}.txt`, { documentType, description: 'Опис' });
    }
    expect(await list('?filter[documentType]=3')).toMatchObject({ totalRows: 1, documentTypes: [3, 4] });
  });

  it('on a full disk is reported as such, and leaves nothing of its beginning behind', async () => {
    const { files, db } = server.context;
    const full = withApiErrors({
      ...files,
      put: async (_key, content) => {
        await text(content);
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
      },
    });
    const put = files.put.bind(files);
    const before = await db.selectFrom('documents').select('id').execute();
    files.put = (...given) => full.put(...given);
    const answer = await send('садржај');
    files.put = put;
    expect(answer).toMatchObject({ httpStatus: 503, status: { name: 'StorageUnavailable' } });
    expect(await db.selectFrom('documents').select('id').execute()).toHaveLength(before.length);
  });

  it('of a new revision needs a comment, and returns the document, however old it is', async () => {
    const first = await send('прва', 'odluka.txt');
    const id = first.payload?.[0]?.id ?? 0;
    for (const comment of [' ', '\u200b\ufeff']) {
      const silent = await send('друга', 'odluka.txt', { documentId: String(id), comment });
      expect(silent).toMatchObject({ httpStatus: 422, fieldErrors: [{ field: 'comment', code: 'EmptyField' }] });
    }
    await sql`update documents set created_at = now() - interval '1 year' where id = ${id}`.execute(server.context.db);
    await sql`
      insert into documents (project_id, title, description, document_type, created_at)
      select project_id, 'Други ' || n, 'Опис', 0, now() from documents, generate_series(1, 120) n
      where id = ${id}`.execute(server.context.db);
    await sql`
      insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type,
                                      storage_key, created_at)
      select id, 1, title, title, 'txt', 1, 'x', 'Опис', 'text/plain', 'documents/' || id, now()
      from documents where title like 'Други %'`.execute(server.context.db);
    const second = await send('друга', 'odluka.txt', { documentId: String(id), comment: 'Исправка.' });
    expect(second.payload).toMatchObject([{ id, revision: 2 }]);
  });
});

describe('the limits of a project', () => {
  it('allow a number of documents, not counting new revisions', async () => {
    const own = await createProject(server, 'local.user');
    const { payload } = await upload(server, 'local.user', own, 'prvi.txt');
    const first = payload?.[0];
    await sql`insert into documents (project_id, title, description)
      select project_id, title, description from documents, generate_series(3, ${DOCUMENTS_PER_PROJECT})
      where id = ${first?.id}`.execute(server.context.db);
    expect((await upload(server, 'local.user', own, 'poslednji.txt')).httpStatus).toBe(200);
    const refused = await upload(server, 'local.user', own, 'prekobrojni.txt');
    expect(refused.status.name).toBe('ReachedProjectDocumentsLimit');
    const revised = { description: 'Опис', documentId: String(first?.id), comment: 'Исправка.' };
    expect((await upload(server, 'local.user', own, 'prvi.txt', revised)).httpStatus).toBe(200);
    // A merge cannot exceed the limit; deleting a document makes room.
    const other = await createProject(server, 'local.user');
    await upload(server, 'local.user', other, 'tudji.txt');
    const projects = await Promise.all(
      [own, other].map(async (ProjectCode) => {
        const { payload: project } = await server.call<Project>('admin', 'GET', `projects/${ProjectCode}`);
        return { ProjectId: project?.id, ProjectCode, OriginalProject: ProjectCode === own };
      }),
    );
    const merge = () => server.call('admin', 'PUT', 'projects/merge', { projects });
    expect((await merge()).status.name).toBe('ReachedProjectDocumentsLimit');
    await server.call('local.user', 'DELETE', `projects/${own}/documents/${first?.id}`);
    expect((await merge()).httpStatus).toBe(200);
  });

  it('allow a number of revisions per document, not counting deleted ones', async () => {
    const own = await createProject(server, 'local.user');
    const { payload } = await upload(server, 'local.user', own, 'prvi.txt');
    const { id = 0, revisionId = 0 } = payload?.[0] ?? {};
    await sql`insert into document_revisions
        (document_id, revision, title, name, extension, size, hash, description, media_type, storage_key)
      select document_id, n, title, name, extension, size, hash, description, media_type, 'copy-' || n
      from document_revisions, generate_series(2, ${REVISIONS_PER_DOCUMENT}) n
      where id = ${revisionId}`.execute(server.context.db);
    const revise = () =>
      upload(server, 'local.user', own, 'prvi.txt', {
        description: 'Опис',
        documentId: String(id),
        comment: 'Исправка.',
      });
    expect((await revise()).status.name).toBe('ReachedProjectDocumentRevisionsLimit');
    await sql`update document_revisions set deleted_at = now()
      where document_id = ${id} and revision = 2`.execute(server.context.db);
    expect((await revise()).httpStatus).toBe(200);
  });
});

describe('a download', () => {
  const content = '0123456789';
  let url = '';
  beforeAll(async () => {
    const { payload } = await send(content, 'deset.txt');
    const document = payload?.[0];
    url = `/api/projects/${code}/documents/${document?.id}/revisions/${document?.revisionId}/download`;
  });
  const download = async (headers: Record<string, string> = {}) => {
    const {
      statusCode,
      body,
      headers: answered,
    } = await server.app.inject({
      url,
      headers: { authorization: `Bearer ${await server.token('local.user')}`, ...headers },
    });
    return { statusCode, body, range: answered['content-range'], name: String(answered['content-disposition']) };
  };

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=7-100', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-100', content, 'bytes 0-9/10'],
    ['Bytes=0-0', '0', 'bytes 0-0/10'],
    // Ranges that touch are one.
    ['bytes=0-2,3-4', '01234', 'bytes 0-4/10'],
    ['bytes=20-30, 1-2', '12', 'bytes 1-2/10'],
  ])('of %s is that part', async (range, body, told) => {
    expect(await download({ range })).toMatchObject({ statusCode: 206, body, range: told });
  });

  it.each(['bytes=0-1,5-6', 'items=0-3', 'bytes', 'bytes=a-b', 'bytes=--1', '0-3', ''])(
    'of several ranges, or of an invalid range (%s), is the whole',
    async (range) => {
      expect(await download({ range })).toMatchObject({ statusCode: 200, body: content, range: undefined });
    },
  );

  it('of a part with a condition is the whole, because nothing shows that the part is of the same file', async () => {
    expect(await download({ range: 'bytes=2-4', 'if-range': '"a"' })).toMatchObject({ statusCode: 200, body: content });
  });

  it('by HEAD states the whole size, and reads one byte', async () => {
    const { files } = server.context;
    const read = files.get.bind(files);
    const parts: unknown[] = [];
    files.get = (key, part) => {
      parts.push(part);
      return read(key, part);
    };
    const authorization = `Bearer ${await server.token('local.user')}`;
    const answer = await server.app.inject({
      method: 'HEAD',
      url,
      headers: { authorization, range: 'bytes=2-4' },
    });
    files.get = read;
    expect([answer.statusCode, answer.headers['content-length'], parts]).toEqual([200, '10', [{ start: 0, end: 0 }]]);
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0', 'bytes=20-30,40-50'])(
    'beyond the end (%s) is refused',
    async (range) => {
      expect(await download({ range })).toMatchObject({ statusCode: 416, body: '', range: 'bytes */10' });
    },
  );

  it.each([
    'Студија изводљивости',
    'čćžšđ – „наводи“ "прави"',
    "O'Neill; a=b, \\ 100% %41",
    'ред\r\nset-cookie: a=b\tи крај',
    '😀',
  ])('keeps its name: %j', async (title) => {
    await server.context.db.updateTable('document_revisions').set({ title }).where('title', '=', 'deset').execute();
    const { name, statusCode } = await download();
    await server.context.db
      .updateTable('document_revisions')
      .set({ title: 'deset' })
      .where('title', '=', title)
      .execute();
    expect(statusCode).toBe(200);
    expect(name).toMatch(/^[\x20-\x7e]*$/);
    const { type, parameters } = parse(name);
    expect([type, parameters['filename']]).toEqual(['attachment', `${title}.txt`]);
  });
});
