import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import type { ProjectAppropriation } from '@pimis/contract/options';
import { BOARD_REPORTS } from '@pimis/domain/reports/board-reports';
import { listArchive } from '../../testing/archives.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { StoredPictures } from '../../testing/pictures.ts';
import { submit, upload } from '../../testing/projects.ts';
import { type Registered, REGISTRATION } from '../../testing/registration.ts';
import { useServer } from '../../testing/server.ts';

/**
 * Compares every kind of paper with stored pictures of its pages, so that each change of their look is visible in
 * review. `npm run papers` rewrites the pictures; look at them before you commit them.
 */

const server = useServer();
const pictures = new StoredPictures(join(import.meta.dirname, 'pictures'), join(tmpdir(), 'pimis-papers'));
const day = (text: string) => server.setNow(new Date(`${text}T09:00:00Z`));
let realized: ProjectDriver;
let idea: ProjectDriver;
const formIds: number[] = [];
let draftId = 0;
let phaseId = 0;
let token = '';

/** An artificial photograph: sky, a bank and water. */
function view(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bank = height * (0.55 + 0.08 * Math.sin((x / width) * 9));
      const color =
        y < bank ? [150 + (80 * y) / bank, 190, 225] : y < bank + 60 ? [70, 95, 60] : [60, 110 - y / 20, 140];
      data.set(color.map(Math.round), (y * width + x) * 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
}

async function named(code: string, kind: Record<string, unknown>, name: string): Promise<ProjectDriver> {
  const made = await server.call('local.user', 'POST', 'projects', { code, sector: 5, important: false, ...kind });
  expect(made.httpStatus).toBe(200);
  return ProjectDriver.of(server, code, { name });
}

beforeAll(async () => {
  day('2026-03-02');
  idea = await named('KOLEKTOR-NI', { type: 3 }, 'Главни колектор Ниша са прикључцима');
  formIds.push(await idea.fill());
  await idea.approveIdea();
  await idea.commission(3, 1, { comment: 'Комисија прихвата идеју уз примедбу о року за дозволу.' });
  const { form, values } = await idea.values();
  await submit(server, 'local.user', 'KOLEKTOR-NI', form.id, 1, values);
  draftId = form.id;
  day('2026-04-02');
  realized = await named('PPOV-PK', { type: 1 }, 'Постројење за прераду отпадних вода у Прокупљу');
  realized.period = { start: '2026-04-01', end: '2027-03-31' };
  await realized.fillAndApprove();
  formIds.push(await realized.fill());
  await realized.approve();
  phaseId = (await realized.read()).projectPhaseId;
  const offered = await server.call<ProjectAppropriation[]>(
    'local.user',
    'GET',
    'projects/PPOV-PK/appropriations?filter[budgetYear]=2026',
  );
  const add = (offered.payload ?? []).map(({ id }) => id);
  await server.call('local.user', 'PUT', 'projects/PPOV-PK/appropriations', { add });
  await server.call('local.user', 'PUT', 'projects/PPOV-PK/organizations', { add: ['50107'] });
  for (const [title, width, height] of [
    ['gradiliste', 1200, 800],
    ['taloznik', 800, 1000],
    ['pecat', 200, 200],
  ] as const) {
    await upload(server, 'local.user', 'PPOV-PK', `${title}.jpg`, { description: 'Слика' }, await view(width, height));
  }
  day('2026-07-02');
  formIds.push(await realized.fill());
  await realized.quarter();
  day('2026-07-20');
  const answer = await server.call<Registered>(null, 'POST', 'security/organizations', REGISTRATION);
  token = answer.payload?.organization.registrationToken ?? '';
});

async function fetch(path: string, login = 'admin'): Promise<Buffer> {
  const answer = await server.get(login, path);
  expect([answer.statusCode, path]).toEqual([200, path]);
  return answer.rawPayload;
}

it('every paper looks like its stored pictures', async () => {
  const project = 'reporting/projects/PPOV-PK';
  const papers: [name: string, path: string][] = [
    ['licna-karta', `${project}/identity-cards`],
    ['licna-karta-mlad', 'reporting/projects/KOLEKTOR-NI/identity-cards'],
    ['licna-karta-engleski', `${project}/identity-cards?language=en`],
    ['obrazac-nacrt', `reporting/projects/KOLEKTOR-NI/forms?phaseFormId=${draftId}`],
    ['obrazac-ideja', `reporting/projects/KOLEKTOR-NI/forms?phaseFormId=${formIds[0]}`],
    ['obrazac-plan', `${project}/forms?phaseFormId=${formIds[1]}`],
    ['obrazac-kvartal', `${project}/forms?phaseFormId=${formIds[2]}`],
    ['opcije', `${project}/options`],
    ['pokazatelji', `${project}/success-key-indicators/${phaseId}`],
    ['pokazatelji-latinica', `${project}/success-key-indicators/${phaseId}?script=latin`],
    ['pokazatelji-engleski', `${project}/success-key-indicators/${phaseId}?language=en`],
    ['sazetak', `${project}/decision-summary`],
    ['sazeci', 'projects/lists/3/2026-1/summaries/paper'],
    ['registracija', `security/organizations/50104/documents/1?registrationToken=${token}`],
    ['administrator', `security/organizations/50104/documents/2?registrationToken=${token}`],
    ...BOARD_REPORTS.filter(({ formats }) => formats.includes('pdf')).map(({ type, codeName }): [string, string] => [
      codeName.toLowerCase(),
      `reporting/board-reports/${type}?reportFormat=pdf`,
    ]),
  ];
  const wrong: string[] = [];
  // The papers are requested together, so that every renderer has something to draw.
  const drawn = await Promise.all(papers.map(async ([name, path]) => ({ name, bytes: await fetch(path) })));
  for (const { name, bytes } of drawn) wrong.push(...(await pictures.compared(name, bytes)));
  for (const [name, path, file] of [
    ['lista', '3/2026-1/documents', 'lista.pdf'],
    ['odobrena-lista', 'approved/3/2026-1', 'odobrena-lista.pdf'],
  ] as const) {
    const paper = (await listArchive(server, 'reviewer', path)).get(file);
    wrong.push(...(await pictures.compared(name, paper ?? Buffer.alloc(0))));
  }
  expect([wrong, await pictures.left()]).toEqual([[], []]);
});
