import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import { findFormDefinition, offerForm } from '@pimis/domain/forms/catalogue';
import { setPath } from '@pimis/domain/forms/paths';
import type { FormDefinition } from '@pimis/domain/forms/types';
import { currentForm, submit } from '../../testing/projects.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';
import { publishFormDefinitions } from './definitions.ts';

/** While an idea is being filled in, the form gets a new version with a required field that no example fills. */
const server = useServer();
const QUESTION = 'trial.question';
const ANSWER = 'Одговор у новој верзији';

function nextIdea(): FormDefinition {
  const idea = findFormDefinition('ideja');
  if (!idea) throw new Error('No form ideja');
  const label = { sr: 'Ново питање', en: 'New question' };
  const field = { path: QUESTION, kind: 'text' as const, required: true, maxLength: 50, label };
  const sections = idea.sections.map((section) =>
    section.key === 'basic' ? { ...section, fields: [...section.fields, field] } : section,
  );
  return { ...idea, version: idea.version + 1, sections };
}

let begunBefore: ProjectDriver;
let before: number;
let takeBack = () => {};

beforeAll(async () => {
  begunBefore = await ProjectDriver.start(server);
  const { form, values } = await begunBefore.values();
  before = form.definitionVersion;
  await submit(server, 'local.user', begunBefore.code, form.id, 1, values);
  const next = nextIdea();
  takeBack = offerForm(next);
  await server.context.db.transaction().execute((tx) => publishFormDefinitions(tx, [next]));
});

afterAll(() => takeBack());

const idea = (life: ProjectDriver) => currentForm(server, 'local.user', life.code).then(({ form }) => form);
const sectionsOf = (form: ProjectForm) =>
  JSON.stringify((form.json as { configuration: { sections: unknown } }).configuration.sections);

it('leaves a form that was begun unchanged until its approval and the next form', async () => {
  const form = await idea(begunBefore);
  expect([form.definitionVersion, sectionsOf(form).includes(QUESTION)]).toEqual([before, false]);
  const { values } = await begunBefore.values();
  setPath(values, QUESTION, ANSWER);
  expect((await submit(server, 'local.user', begunBefore.code, form.id, 1, values)).httpStatus).toBe(422);
  await begunBefore.fill();
  await begunBefore.approveIdea();
  await begunBefore.commission(3, 1);
  const identification = await idea(begunBefore);
  expect(identification.code).toBe('identifikacija-projekta');
  expect(identification.defaults).toMatchObject({ basic: { projectName: 'ППОВ Прокупље' } });
});

it('is used by new forms, which are filled in, locked and approved with it, and read by every paper', async () => {
  const life = await ProjectDriver.start(server);
  const form = await idea(life);
  expect([form.definitionVersion, sectionsOf(form).includes(QUESTION)]).toEqual([before + 1, true]);
  const { values } = await life.values();
  const refused = await submit(server, 'local.user', life.code, form.id, 2, values);
  expect(refused.httpStatus).toBe(422);
  expect(JSON.stringify(refused)).toContain(QUESTION);
  await life.fill((filled) => setPath(filled, QUESTION, ANSWER));
  expect((await idea(life)).inputJson).toContain(ANSWER);
  await life.approveIdea();
  await life.commission(3, 1);
  expect(await life.state()).toBe('10/1');
});
