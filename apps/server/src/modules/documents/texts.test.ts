import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SearchHit } from '@pimis/contract/dashboard';
import { loadCurrentUser } from '../../platform/current-user.ts';
import { renderPdf } from '../../platform/pdf/render.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { addDocuments } from './service.ts';
import { readText, textOf } from './texts.ts';

const server = useServer();
let code = '';

/** A DOCX with nothing but what carries its text. */
function docx(paragraphs: readonly string[]): Readable {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  const zip = new ZipFile();
  const xml = `<?xml version="1.0"?><w:document xmlns:w="urn:w"><w:body>${body}</w:body></w:document>`;
  zip.addBuffer(Buffer.from(xml), 'word/document.xml');
  zip.end();
  return zip.outputStream as Readable;
}

const pdf = async (text: string) =>
  Readable.from([await renderPdf({ title: 'План', blocks: [{ kind: 'paragraph', text }] })]);

const hits = async (login: string, text: string) => {
  const answer = await server.call<SearchHit[]>(login, 'GET', `search?q=${encodeURIComponent(text)}`);
  return (answer.payload ?? []).filter(({ kind }) => kind === 'document').map(({ title }) => title);
};

/** Stores a content as a document, or its next revision, and reads its text as the job does. */
async function add(title: string, extension: string, content: Readable, documentId: number | null = null) {
  const { id } = await server.context.db
    .selectFrom('users')
    .select('id')
    .where('login', '=', 'local.user')
    .executeTakeFirstOrThrow();
  const storageKey = `documents/${title}-${documentId ?? 0}`;
  const stored = await server.context.files.put(storageKey, content, 1e7);
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
  it('finds a DOCX in both scripts, for those who see its project alone', async () => {
    await add('opis', 'docx', docx(['Реконструкција водозахвата Грлиште', 'Друга фаза &amp; трећа']));
    for (const text of ['vodozahvata grlište', 'ВОДОЗАХВАТА', 'грлиш', 'treca faza']) {
      expect(await hits('local.user', text), text).toEqual(['opis']);
    }
    expect(await hits('local.user', 'grlište kojeg nema')).toEqual([]);
    expect(await hits('other.user', 'vodozahvata')).toEqual([]);
  });

  it('finds a PDF', async () => {
    const content = await pdf('Елаборат о заштити акумулације Селова');
    await add('elaborat', 'pdf', content);
    expect(await hits('local.user', 'akumulacije selova')).toEqual(['elaborat']);
  });

  it('is that of the newest revision', async () => {
    const made = await add('studija', 'docx', docx(['претходница']));
    expect(await hits('local.user', 'prethodnica')).toEqual(['studija']);
    await add('studija', 'docx', docx(['наследница']), made?.id ?? null);
    expect(await hits('local.user', 'prethodnica')).toEqual([]);
    expect(await hits('local.user', 'naslednica')).toEqual(['studija']);
  });

  it('is read once for each content, whatever its documents', async () => {
    const content = await buffer(await pdf('Хидрогеолошка студија изворишта'));
    const read = vi.spyOn(server.context.files, 'get');
    await add('prvi', 'pdf', Readable.from([content]));
    await add('drugi', 'pdf', Readable.from([content]));
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
    expect((await hits('local.user', 'hidrogeološka')).sort()).toEqual(['drugi', 'prvi']);
  });

  it('a content that gives none is found by what is said of it, and not tried again', async () => {
    const made = await add('ostecen', 'pdf', Readable.from([Buffer.from('%PDF-1.7 није ни близу')]));
    expect(await hits('local.user', 'ostecen')).toEqual(['ostecen']);
    const row = await server.context.db
      .selectFrom('document_texts')
      .select('words')
      .where('revision_id', '=', made?.revisionId ?? 0)
      .executeTakeFirst();
    expect(row?.words).toBe('');
  });

  it('a reading that takes too long is ended', async () => {
    const endless = new Readable({ read: () => undefined });
    const reading = expect(textOf(endless, 'pdf', { maxMs: 300 })).rejects.toThrow('SIGKILL');
    await reading;
    expect(endless.destroyed).toBe(true);
  });
});
