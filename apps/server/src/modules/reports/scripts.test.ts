import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { listArchive } from '../../testing/archives.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { pdfPages } from '../../testing/pdf-text.ts';
import { useServer } from '../../testing/server.ts';
import { unzip } from '../../testing/unzip.ts';

const server = useServer();
let life: ProjectDriver;
let formId = 0;

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  life = await ProjectDriver.start(server);
  formId = await life.fill();
  await life.approveIdea();
  await life.commission(3, 1);
});

async function fetch(path: string): Promise<Buffer> {
  const answer = await server.get('admin', path);
  expect([answer.statusCode, path]).toEqual([200, path]);
  return answer.rawPayload;
}

const read = async (bytes: Buffer | undefined) => (await pdfPages(bytes ?? Buffer.alloc(0))).join('\n');
const CYRILLIC = /\p{Script=Cyrillic}/u;

describe('papers are written in the requested script', () => {
  const papers = (): [path: string, cyrillic: string, latin: string][] => {
    const project = `reporting/projects/${life.code}`;
    return [
      [`${project}/identity-cards?`, 'Лична карта пројекта', 'Lična karta projekta'],
      [`${project}/forms?phaseFormId=${formId}`, 'Идеја', 'Ideja'],
      [`${project}/options?`, 'Органи посматрачи', 'Organi posmatrači'],
      ['reporting/board-reports/project-summary?', 'Збирни преглед', 'Zbirni pregled'],
      ['security/organizations/50112/documents/1?', 'Захтев за регистрацију', 'Zahtev za registraciju'],
    ];
  };

  it('Cyrillic by default, Latin to the last word', async () => {
    for (const [path, cyrillic, latin] of papers()) {
      expect(await read(await fetch(path.replace(/\?$/, '')))).toContain(cyrillic);
      const text = await read(await fetch(`${path}&script=latin`.replace('?&', '?')));
      expect(text).toContain(latin);
      expect(text).toMatch(/REPUBLIKA SRBIJA[^]*Datum: 2\.4\.2026\.\n[^]*strana 1 od \d/);
      expect(CYRILLIC.exec(text), path).toBeNull();
    }
  });

  it('with amounts and days as they are written in both', async () => {
    for (const script of ['cyrillic', 'latin']) {
      const card = await read(await fetch(`reporting/projects/${life.code}/identity-cards?script=${script}`));
      expect(card).toContain('2.110.000.000,00');
      expect(card).toContain('2.4.2026');
    }
  });

  it('no other script', async () => {
    for (const [path] of papers()) {
      const answer = await server.call('admin', 'GET', `${path}&script=glagolitic`.replace('?&', '?'));
      expect([answer.httpStatus, path]).toEqual([422, path]);
    }
  });
});

describe('archives are written in the requested script', () => {
  it('those of a project: papers and names of files', async () => {
    const files = unzip(
      await fetch(`reporting/projects/${life.code}?exportForms=true&exportOptions=true&script=latin`),
    );
    const forms = [...files.keys()].filter((name) => name.startsWith('obrasci/'));
    expect(forms.length).toBeGreaterThan(1);
    expect(forms[0]).toMatch(/^obrasci\/Ideja/);
    for (const [name, bytes] of files) {
      expect(CYRILLIC.test(name), name).toBe(false);
      if (name.endsWith('.pdf')) expect(CYRILLIC.exec(await read(bytes)), name).toBeNull();
    }
  });

  it('those of a list: papers, forms and sheets', async () => {
    for (const path of ['3/2026-1/documents', 'approved/3/2026-1']) {
      const files = await listArchive(server, 'reviewer', `${path}?script=latin`);
      for (const [name, bytes] of files) {
        const text = name.endsWith('.pdf')
          ? await read(bytes)
          : JSON.stringify((await readXlsx(new Uint8Array(bytes))).sheets);
        expect(text, name).toMatch(/Radni naziv/);
        expect(CYRILLIC.exec(text), name).toBeNull();
      }
    }
  });

  it('both scripts of a list, if both are requested', async () => {
    const ask = async (script: string) =>
      (
        await server.call<{ operationLocation: string }>(
          'reviewer',
          'GET',
          `projects/lists/3/2026-1/documents?script=${script}`,
        )
      ).payload?.operationLocation;
    const latin = await ask('latin');
    expect(await ask('latin')).toBe(latin);
    expect(await ask('cyrillic')).not.toBe(latin);
  });
});
