import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SearchHit } from '@pimis/contract/dashboard';
import { loadCurrentUser } from '../../../platform/access/current-user.ts';
import { renderPdf } from '../../../platform/documents/pdf/render.ts';
import { createProject } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';
import { userIdOf } from '../../../testing/users.ts';
import { addDocuments } from '../adding.ts';
import { queueMissingTexts, readText, textOf } from './texts.ts';

const MEBI = 1024 * 1024;
const server = useServer();
let code = '';

/** A DOCX that contains only its document part. */
function docxOf(body: string, prologue = ''): Promise<Buffer> {
  const zip = new ZipFile();
  const xml = `<?xml version="1.0"?>${prologue}<w:document xmlns:w="urn:w"><w:body>${body}</w:body></w:document>`;
  zip.addBuffer(Buffer.from(xml), 'word/document.xml');
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/** A DOCX whose parts have unusual names, as some programs write them. */
async function otherDocx(texts: Readonly<Record<string, string>>): Promise<Readable> {
  const zip = new ZipFile();
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = (list: readonly (readonly [string, string])[]) =>
    Buffer.from(
      `<Relationships>${list.map(([type, target]) => `<Relationship Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
    );
  zip.addBuffer(relations([['officeDocument', '/word/document2.xml']]), '_rels/.rels');
  const beside = Object.keys(texts).filter((part) => part !== 'document2');
  zip.addBuffer(
    relations([...beside.map((part) => [part.replace(/\d/, ''), `${part}.xml`] as const), ['image', 'nema.png']]),
    'word/_rels/document2.xml.rels',
  );
  for (const [part, text] of Object.entries(texts)) {
    zip.addBuffer(
      Buffer.from(`<w:x xmlns:w="urn:w"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:x>`),
      `word/${part}.xml`,
    );
  }
  zip.end();
  return Readable.from([await buffer(zip.outputStream as Readable)]);
}

/** A DOCX that contains only parts with text. */
async function docx(paragraphs: readonly string[]): Promise<Readable> {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  return Readable.from([await docxOf(body)]);
}

const pdf = async (text: string) =>
  Readable.from([await renderPdf({ title: 'План', blocks: [{ kind: 'paragraph', text }] })]);

const hits = async (login: string, text: string) => {
  const answer = await server.call<SearchHit[]>(login, 'GET', `search?q=${encodeURIComponent(text)}`);
  return (answer.payload ?? []).filter(({ kind }) => kind === 'document').map(({ title }) => title);
};

/** Stores a content as a document, or its next revision, and reads its text as the job does. */
async function add(title: string, extension: string, content: Readable, documentId: number | null = null) {
  const id = await userIdOf(server.context.db, 'local.user');
  const storageKey = `documents/${title}-${documentId ?? 0}`;
  const stored = await server.context.files.put(storageKey, content, 2e7);
  const file = { title, description: 'Опис', comment: 'Коментар', documentType: 0, documentId, name: title, extension };
  const user = await currentUser(id);
  const [made] = await addDocuments(
    server.context,
    user,
    code,
    [{ ...file, mediaType: '', size: stored.size, hash: stored.hash, storageKey }],
    { user },
  );
  await readText(server.context, made?.revisionId ?? 0);
  return made;
}

async function currentUser(id: number) {
  const { id: sessionId } = await server.context.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  const user = await loadCurrentUser(server.context.db, id, sessionId);
  if (!user) throw new Error('No user');
  return user;
}

beforeAll(async () => {
  code = await createProject(server, 'local.user');
});

describe('the text inside documents', () => {
  it('is found in parts of a DOCX with other names, in headers, footers and notes', async () => {
    const texts = { document2: 'зетаречни', header1: 'крунаречни', footer2: 'стопаречни', footnotes: 'ногоречни' };
    await add('delovi', 'docx', await otherDocx({ ...texts, endnotes: 'крајеречни', comments: 'приговоречни' }));
    for (const text of [...Object.values(texts), 'крајеречни']) {
      expect(await hits('local.user', text), text).toEqual(['delovi']);
    }
    expect(await hits('local.user', 'приговоречни')).toEqual([]);
  });

  it('is read again at night if an older version of the reader has read it', async () => {
    const made = await add('stari', 'docx', await docx(['старочитање']));
    const { db } = server.context;
    const queued = async () => {
      await queueMissingTexts(server.context);
      const { rows } = await sql<{ id: number }>`
        select (payload ->> 'id')::integer as id from graphile_worker._private_jobs
        where payload ->> 'id' = ${String(made?.revisionId)} and payload ->> 'to' is null`.execute(db);
      return rows.length;
    };
    const before = await queued();
    await sql`update document_texts set reader = 1, words = '' where revision_id = ${made?.revisionId}`.execute(db);
    await sql`delete from graphile_worker._private_jobs where payload ->> 'id' = ${String(made?.revisionId)}`.execute(
      db,
    );
    expect([before, await queued()]).toEqual([before, 1]);
    await readText(server.context, made?.revisionId ?? 0);
    expect(await hits('local.user', 'старочитање')).toEqual(['stari']);
  });

  it('makes a DOCX found in both scripts, only for users who see its project', async () => {
    await add('opis', 'docx', await docx(['Реконструкција водозахвата Грлиште', 'Друга фаза &amp; трећа']));
    for (const text of ['vodozahvata grlište', 'ВОДОЗАХВАТА', 'грлиш', 'treca faza']) {
      expect(await hits('local.user', text), text).toEqual(['opis']);
    }
    await add('skrivena', 'docx', await docx(['Обала\u00adутврде бата\u200bлијум']));
    expect(await hits('local.user', 'обалоутврда')).toEqual([]);
    expect(await hits('local.user', 'обалаутврде баталијум')).toEqual(['skrivena']);
    expect(await hits('local.user', 'grlište kojeg nema')).toEqual([]);
    expect(await hits('other.user', 'vodozahvata')).toEqual([]);
  });

  it('makes plain texts and tables found, in any encoding', async () => {
    const latin = Buffer.from([0x56, 0x6f, 0x64, 0x6f, 0x76, 0x6f, 0x64, 0x20, 0x52, 0x61, 0x9a, 0x6b, 0x61]);
    // „Мост Орашац“ as Windows writes it in Cyrillic.
    const cyrillic = Buffer.from([0xcc, 0xee, 0xf1, 0xf2, 0x20, 0xce, 0xf0, 0xe0, 0xf8, 0xe0, 0xf6]);
    await add('zapisnik', 'txt', Readable.from([Buffer.from('\ufeffЗаписник о примопредаји Љубичево')]));
    await add('tabela', 'csv', Readable.from([Buffer.from('позиција;износ\r\nКолектор Батајница;100')]));
    await add('latinica', 'txt', Readable.from([latin]));
    await add('cirilica', 'txt', Readable.from([cyrillic]));
    await add('siroka', 'txt', Readable.from([Buffer.from('\ufeffТунел Рипањ', 'utf16le')]));
    expect(await hits('local.user', 'primopredaji ljubičevo')).toEqual(['zapisnik']);
    expect(await hits('local.user', 'kolektor batajnica')).toEqual(['tabela']);
    expect(await hits('local.user', 'vodovod raška')).toEqual(['latinica']);
    expect(await hits('local.user', 'мост орашац')).toEqual(['cirilica']);
    expect(await hits('local.user', 'tunel ripanj')).toEqual(['siroka']);
  });

  it('makes a PDF found', async () => {
    const content = await pdf('Елаборат о заштити акумулације Селова');
    await add('elaborat', 'pdf', content);
    expect(await hits('local.user', 'akumulacije selova')).toEqual(['elaborat']);
  });

  it('is that of the newest revision', async () => {
    const made = await add('studija', 'docx', await docx(['претходница']));
    expect(await hits('local.user', 'prethodnica')).toEqual(['studija']);
    await add('studija', 'docx', await docx(['наследница']), made?.id ?? null);
    expect(await hits('local.user', 'prethodnica')).toEqual([]);
    expect(await hits('local.user', 'naslednica')).toEqual(['studija']);
    // The newest remaining revision counts, unless a virus was found in it.
    const revision = (number: number, change: object) =>
      server.context.db
        .updateTable('document_revisions')
        .set(change)
        .where('document_id', '=', made?.id ?? 0)
        .where('revision', '=', number)
        .execute();
    await revision(2, { deleted_at: new Date() });
    expect(await hits('local.user', 'naslednica')).toEqual([]);
    expect(await hits('local.user', 'prethodnica')).toEqual(['studija']);
    await revision(1, { scan: 'found' });
    expect(await hits('local.user', 'prethodnica')).toEqual([]);
    expect(await hits('local.user', 'studija')).toEqual(['studija']);
    await server.context.db
      .updateTable('documents')
      .set({ deleted_at: new Date() })
      .where('id', '=', made?.id ?? 0)
      .execute();
    expect(await hits('local.user', 'studija')).toEqual([]);
  });

  it('is read once for each content, even if several documents have it', async () => {
    const content = await buffer(await pdf('Хидрогеолошка студија изворишта'));
    const read = vi.spyOn(server.context.files, 'get');
    await add('prvi', 'pdf', Readable.from([content]));
    await add('drugi', 'pdf', Readable.from([content]));
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
    expect((await hits('local.user', 'hidrogeološka')).sort()).toEqual(['drugi', 'prvi']);
  });

  it('may be missing: the document is found by its title and description, and not read again', async () => {
    const made = await add('ostecen', 'pdf', Readable.from([Buffer.from('%PDF-1.7 није ни близу')]));
    expect(await hits('local.user', 'ostecen')).toEqual(['ostecen']);
    const row = await server.context.db
      .selectFrom('document_texts')
      .select('words')
      .where('revision_id', '=', made?.revisionId ?? 0)
      .executeTakeFirst();
    expect(row?.words).toBe('');
  });

  it('is read again if the store breaks off in the middle: neither a part nor an empty text is kept', async () => {
    const made = await add('prekinut', 'txt', Readable.from([Buffer.from('мостобран')]));
    const id = made?.revisionId ?? 0;
    await server.context.db.deleteFrom('document_texts').where('revision_id', '=', id).execute();
    async function* broken() {
      yield Buffer.from('мосто');
      throw new Error('the store is away');
    }
    const get = vi
      .spyOn(server.context.files, 'get')
      .mockResolvedValueOnce(Readable.from(broken(), { objectMode: false }));
    await expect(readText(server.context, id)).rejects.toThrow('The content broke off');
    get.mockRestore();
    expect(await hits('local.user', 'мосто')).toEqual([]);
    await readText(server.context, id);
    expect(await hits('local.user', 'мостобран')).toEqual(['prekinut']);
  });

  it('is queued at night if it is missing, unless a job already waits or was given up', async () => {
    const { db } = server.context;
    const made = await add('nestao', 'txt', Readable.from([Buffer.from('нестао')]));
    const revision = made?.revisionId ?? 0;
    const readings = async () => {
      await queueMissingTexts(server.context);
      const { rows } = await sql<{ id: string }>`select jobs.id::text from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where identifier = 'readText' and payload ->> 'id' = ${String(revision)}`.execute(db);
      return rows.map(({ id }) => id);
    };
    await db.deleteFrom('document_texts').where('revision_id', '=', revision).execute();
    const waiting = await readings();
    expect(waiting).toHaveLength(1);
    await sql`select graphile_worker.permanently_fail_jobs(${waiting}::bigint[])`.execute(db);
    expect(await readings()).toEqual(waiting);
    // After an administrator has removed the job from the queue, the next night tries again.
    await sql`select graphile_worker.complete_jobs(${waiting}::bigint[])`.execute(db);
    const anew = await readings();
    expect(anew).toHaveLength(1);
    expect(anew).not.toEqual(waiting);
  });

  it('is given up if reading takes too long', async () => {
    const endless = new Readable({ read: () => undefined });
    const reading = expect(textOf(endless, 'pdf', { maxMs: 300 })).rejects.toThrow('SIGKILL');
    await reading;
    expect(endless.destroyed).toBe(true);
  });
});

/** A small DOCX that unpacks to 70 MB; it states its true size or a false one. */
async function bomb(told: number | null): Promise<Buffer> {
  const zip = new ZipFile();
  const zeros = Readable.from(
    (function* () {
      yield '<w:document xmlns:w="urn:w"><w:body><w:p><w:r><w:t>';
      for (let mebi = 0; mebi < 70; mebi++) yield Buffer.alloc(MEBI, '0');
    })(),
  );
  zip.addReadStream(zeros, 'word/document.xml');
  zip.end();
  const packed = await buffer(zip.outputStream as Readable);
  // The size in the directory at the end of the archive, which readers trust.
  const directory = packed.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  if (told !== null) packed.writeUInt32LE(told, directory + 24);
  return packed;
}

/** A PDF made of these objects. */
const pdfOf = (objects: readonly string[]) => {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  return Buffer.from(
    `${text}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
};

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>';
const HOSTILE: [string, string, () => Buffer | Promise<Buffer>][] = [
  ['a DOCX that unpacks to 70 MB', 'docx', () => bomb(null)],
  ['a DOCX that hides that it does', 'docx', () => bomb(1000)],
  ['a DOCX of elements without an end', 'docx', () => docxOf(`<w:p>`.repeat(1_000_000))],
  [
    'a DOCX whose words are defined by one another',
    'docx',
    () => docxOf('&b;', `<!DOCTYPE w [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>`),
  ],
  [
    'a PDF that says it has a billion pages',
    'pdf',
    () => pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>', PAGE]),
  ],
  [
    'a PDF of arrays in arrays',
    'pdf',
    () => pdfOf([`<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(500_000)}${']'.repeat(500_000)} >>`, PAGE]),
  ],
  [
    'a PDF whose pages are their own children',
    'pdf',
    () => pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>']),
  ],
];

describe('a content made to break its reader', () => {
  it.each(HOSTILE)(
    '%s: its reading ends, and it is found by its title',
    { timeout: 50_000 },
    async (name, kind, content) => {
      const title = `neprijateljski-${HOSTILE.findIndex((hostile) => hostile[0] === name)}`;
      await add(title, kind, Readable.from([await content()]));
      expect(await hits('local.user', title)).toEqual([title]);
    },
  );

  it('a PDF whose page unpacks to 700 MB is stopped before it has used that memory', { timeout: 70_000 }, async () => {
    // A run length and a space: 128 spaces in two bytes.
    const stream = '\x81 '.repeat(5.5 * MEBI);
    const content = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      `<< /Length ${stream.length} /Filter /RunLengthDecode >>\nstream\n${stream}\nendstream`,
    ]);
    await expect(textOf(Readable.from([content]), 'pdf')).rejects.toThrow('SIGKILL');
  });
});
