import { beforeAll, describe, expect, it } from 'vitest';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { currentForm, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { unzip } from '../../testing/unzip.ts';

const server = useServer();
let life: ProjectDriver;
let formId = 0;

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  life = await ProjectDriver.start(server, { type: 1 });
  formId = await life.fill();
  await life.approve();
});

async function fetch(login: string, url: string) {
  const answer = await server.get(login, `reporting/projects/${life.code}${url}`);
  return {
    httpStatus: answer.statusCode,
    type: String(answer.headers['content-type']),
    disposition: String(answer.headers['content-disposition']),
    bytes: answer.rawPayload,
    json: <T>() => JSON.parse(answer.body) as T,
  };
}

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString('latin1') === '%PDF-';

describe('exports of a form', () => {
  it('as PDF and as JSON that the import of the form takes back', async () => {
    const pdf = await fetch('local.user', `/forms?phaseFormId=${formId}&format=pdf`);
    expect([pdf.httpStatus, pdf.type, isPdf(pdf.bytes)]).toEqual([200, 'application/pdf', true]);
    const json = await fetch('local.user', `/forms?phaseFormId=${formId}&format=json`);
    const content = json.json<{ formCode: string; values: Record<string, unknown>; revision: number }>();
    expect(content).toMatchObject({ formCode: '1-5-5', revision: 1, projectCode: life.code });
    expect(json.disposition).toContain('.json');
    expect((await fetch('local.user', `/forms?phaseFormId=${formId}&revision=1&format=json`)).httpStatus).toBe(200);
    expect((await fetch('local.user', `/forms?phaseFormId=${formId}&revision=9&format=json`)).httpStatus).toBe(404);
  });

  it('not in other formats, of another project, or for users who do not see the project', async () => {
    const wrong = await fetch('local.user', `/forms?phaseFormId=${formId}&format=docx`);
    expect(wrong.json<{ status: { name: string } }>().status.name).toBe('InvalidExportFormat');
    expect((await fetch('local.user', '/forms?format=pdf')).httpStatus).toBe(422);
    const other = await ProjectDriver.start(server);
    const { id } = await currentForm(server, 'local.user', other.code);
    expect((await fetch('local.user', `/forms?phaseFormId=${id}`)).httpStatus).toBe(404);
    for (const url of [`/forms?phaseFormId=${formId}`, '/options', '/identity-cards', '/documents', '']) {
      expect((await fetch('other.user', url)).httpStatus, url).toBe(404);
      expect((await fetch('operator', url)).httpStatus, url).toBe(403);
    }
    const access = `reporting/projects/${life.code}/access`;
    expect((await server.call('other.user', 'POST', access)).httpStatus).toBe(404);
    expect((await server.call('local.user', 'POST', access)).httpStatus).toBe(200);
  });
});

describe('exports of a project', () => {
  it('options as PDF and JSON, the identity card only as PDF', async () => {
    expect(isPdf((await fetch('local.user', '/options')).bytes)).toBe(true);
    const options = (await fetch('local.user', '/options?format=json')).json<Record<string, unknown>>();
    expect(options).toMatchObject({ projectCode: life.code, organizations: [], appropriations: [], merged: false });
    expect(isPdf((await fetch('mei', '/identity-cards')).bytes)).toBe(true);
    expect((await fetch('mei', '/identity-cards?format=json')).httpStatus).toBe(422);
  });

  it('every document once, even with equal names', async () => {
    await upload(server, 'local.user', life.code, 'skica.txt');
    const { payload } = await upload(server, 'local.user', life.code, 'skica.txt');
    // A revision that was deleted is not the newest.
    const id = payload?.[0]?.id;
    const revised = { description: 'Опис', documentId: String(id), comment: 'Грешком.' };
    const wrong = await upload(server, 'local.user', life.code, 'skica.txt', revised, 'погрешно');
    const path = `projects/${life.code}/documents/${id}/revisions/${wrong.payload?.[0]?.revisionId}`;
    expect((await server.call('local.user', 'DELETE', path)).httpStatus).toBe(200);
    const answer = await fetch('local.user', '/documents');
    expect(answer.disposition).toContain(`${life.code}-dokumenta.zip`);
    const files = unzip(answer.bytes);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['skica.txt', 'skica (2).txt', 'pismo.txt', 'ocena.txt', 'odluka.txt']),
    );
    for (const name of ['skica.txt', 'skica (2).txt']) expect(files.get(name)?.toString()).toBe('садржај');
  });

  it('all in one archive, or the requested part', async () => {
    const all = await fetch('local.user', '?exportForms=true&exportOptions=true&exportDocuments=true');
    const files = unzip(all.bytes);
    const names = [...files.keys()];
    expect(names).toEqual(
      expect.arrayContaining(['licna-karta.pdf', 'opcije.pdf', 'opcije.json', 'dokumenta/skica.txt']),
    );
    // The form of the next phase has not been saved yet.
    expect(names.filter((name) => name.startsWith('obrasci/'))).toHaveLength(2);
    const form = names.find((name) => name.startsWith('obrasci/') && name.endsWith('.json')) ?? '';
    expect(JSON.parse(files.get(form)?.toString() ?? '{}')).toMatchObject({ formCode: '1-5-5' });
    expect(isPdf(files.get(form.replace('.json', '.pdf')) ?? Buffer.alloc(0))).toBe(true);
    expect([...unzip((await fetch('local.user', '?exportOptions=true')).bytes).keys()]).toEqual([
      'licna-karta.pdf',
      'opcije.pdf',
      'opcije.json',
    ]);
    expect((await fetch('local.user', '?exportEverything=true')).httpStatus).toBe(422);
  });

  it('in English with names in English, within the archives too', async () => {
    const all = await fetch('local.user', '?exportForms=true&exportOptions=true&exportDocuments=true&language=en');
    const names = [...unzip(all.bytes).keys()];
    expect(names).toEqual(
      expect.arrayContaining(['identity-card.pdf', 'options.pdf', 'options.json', 'documents/skica.txt']),
    );
    expect(names.filter((name) => name.startsWith('forms/')).length).toBeGreaterThan(1);
    // Documents keep the names that people gave them.
    expect(names.filter((name) => /\p{Script=Cyrillic}/u.test(name))).toEqual([]);
    expect((await fetch('local.user', '/documents?language=en')).disposition).toContain(`${life.code}-documents.zip`);
    expect((await fetch('mei', '/identity-cards?language=en')).disposition).toContain(`${life.code}-identity-card.pdf`);
    expect((await fetch('local.user', '/options?language=en')).disposition).toContain(`${life.code}-options.pdf`);
  });
});
