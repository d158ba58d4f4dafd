import { describe, expect, it } from 'vitest';
import { setPath } from '@pimis/domain/forms/paths';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { currentForm, submit, upload } from '../../testing/projects.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { useServer } from '../../testing/server.ts';
import { unzip } from '../../testing/unzip.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);
const isPdf = (bytes: Buffer | undefined) => bytes?.subarray(0, 5).toString('latin1') === '%PDF-';

async function fetch(life: ProjectDriver, path: string) {
  const answer = await server.get('local.user', `reporting/projects/${life.code}${path}`);
  return { httpStatus: answer.statusCode, bytes: answer.rawPayload };
}

describe('papers of forms', () => {
  it('contain a quarterly correction, which has one section with rows', async () => {
    server.setNow(day('2026-04-02'));
    const life = await ProjectDriver.start(server, { type: 1 });
    life.period = { start: '2026-04-01', end: '2027-03-31' };
    await life.fillAndApprove();
    await life.fillAndApprove();
    server.setNow(day('2026-07-02'));
    await life.fill();
    await life.quarter();
    await life.act('local.user', 5, { comment: 'Радови касне.' });
    await life.act('reviewer', 6);
    await life.fillAndApprove();
    await life.commission(6, 1);
    const id = await life.fill();
    const answer = await fetch(life, `/forms?phaseFormId=${id}&format=pdf`);
    expect([answer.httpStatus, isPdf(answer.bytes)]).toEqual([200, true]);
  });

  it('can contain any stored text: characters without a font, endless lists and quotes', async () => {
    server.setNow(day('2026-04-02'));
    const life = await ProjectDriver.start(server);
    const { values } = await life.values();
    const hostile = `\uf0b7 中国 😀 \u0007\n\n${'>'.repeat(50)} x\n\n${Array.from({ length: 60 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n')}`;
    setPath(values, 'description.problem', hostile);
    const { id } = await currentForm(server, 'local.user', life.code);
    const saved = await submit(server, 'local.user', life.code, id, 1, values);
    expect(saved.httpStatus).toBe(200);
    const errors = saved.additionalInformation?.errors as { Path: string; StatusCode: { Code: string } }[];
    expect(errors).toMatchObject([{ Path: 'description.problem', StatusCode: { Code: 'FluentTooNested' } }]);
    expect((await submit(server, 'local.user', life.code, id, 2, values)).httpStatus).toBe(422);
    const answer = await fetch(life, `/forms?phaseFormId=${id}&format=pdf`);
    expect([answer.httpStatus, isPdf(answer.bytes)]).toEqual([200, true]);
    const files = [...unzip((await fetch(life, '?exportForms=true')).bytes).entries()];
    expect(files.every(([name, content]) => !name.endsWith('.pdf') || isPdf(content))).toBe(true);
    expect(files.map(([name]) => name.split('.').at(-1))).toEqual(['pdf', 'pdf', 'json']);
  });
});

it('a form that may still change says so on each page until it is locked, in English too', async () => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server);
  const { form, values } = await life.values();
  setPath(values, 'description.problem', 'Река је загађена.');
  await submit(server, 'local.user', life.code, form.id, 1, values);
  const text = async (query = '') => {
    const { httpStatus, bytes } = await fetch(life, `/forms?phaseFormId=${form.id}&format=pdf${query}`);
    expect(httpStatus).toBe(200);
    return (await pdfPages(bytes)).join('\n').replaceAll(/\s+/g, ' ');
  };
  expect(await text()).toContain('НАЦРТ');
  const english = await text('&language=en');
  for (const part of ['DRAFT', 'REPUBLIC OF SERBIA', 'Responsible person', '2,110,000,000.00', 'Sector Water'])
    expect(english).toContain(part);
  expect(english).not.toContain('Одговорно лице');
  await life.fill();
  expect(await text()).not.toContain('НАЦРТ');
  // An earlier revision is not the locked one.
  expect(await text('&revision=1')).toContain('НАЦРТ');
});

it('an archive is complete except for a part that fails, which it names', async () => {
  const life = await ProjectDriver.start(server);
  await upload(server, 'local.user', life.code, 'prvi.txt');
  await upload(server, 'local.user', life.code, 'drugi.txt');
  const { storage_key: key } = await server.context.db
    .selectFrom('document_revisions')
    .select('storage_key')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await server.context.files.remove(key);
  const files = unzip((await fetch(life, '?exportDocuments=true')).bytes);
  expect(files.get('dokumenta/prvi.txt')?.toString()).toBe('садржај');
  expect(files.has('dokumenta/drugi.txt')).toBe(false);
  expect(files.get('NEDOSTAJE - dokumenta - drugi.txt.txt')?.toString()).toContain('drugi.txt');
  const english = unzip((await fetch(life, '?exportDocuments=true&language=en')).bytes);
  expect(english.get('MISSING - documents - drugi.txt.txt')?.toString()).toContain('is missing or incomplete');
});
