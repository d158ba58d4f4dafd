import { describe, expect, it } from 'vitest';
import type { Phase } from '@pimis/contract/project-phases';
import { pifExample } from '@pimis/examples/other';
import { ProjectDriver } from '../../../testing/project-workflow-driver.ts';
import { newCode } from '../../../testing/codes.ts';
import { currentForm } from '../../../testing/projects.ts';
import { Refused } from '../../../platform/process/refused.ts';
import { useServer } from '../../../testing/server.ts';
import { checkOlderProject, type OlderProject, takeOver } from './take-over.ts';

const server = useServer();

function older(changes: Partial<OlderProject> = {}, form: Partial<OlderProject['form']> = {}): OlderProject {
  return {
    code: newCode('STARI'),
    name: 'Обилазница Прокупље',
    type: 3,
    sector: 2,
    organizationId: '50112',
    proposerOrganizationId: '10503',
    createdDate: '2024-03-01',
    ...changes,
    form: {
      code: '1-5-2',
      state: 1,
      revisions: [
        { userName: 'Стари корисник', date: '2024-03-02', values: { notes: 'Прва.' } },
        {
          userName: 'Стари корисник',
          date: '2024-05-06',
          values: { ...pifExample({ q4: { percent: '100.00' } }), legacy: 1 },
        },
      ],
      ...form,
    },
  };
}

async function taken(project: OlderProject): Promise<ProjectDriver> {
  await takeOver(server.context, [project], { user: null });
  return ProjectDriver.of(server, project.code);
}

describe('a project of the earlier system', () => {
  it('opens with its own form version and all revisions, without values that this version does not know', async () => {
    server.setNow(new Date('2026-04-02T09:00:00Z'));
    const life = await taken(older());
    expect(await life.state()).toBe('1/1');
    expect(await life.read()).toMatchObject({
      projectMigrated: true,
      number: expect.stringMatching(/^2026-/) as string,
    });
    const { form } = await currentForm(server, 'local.user', life.code);
    expect(form).toMatchObject({ code: '1-5-2', status: 1, revision: 2, projectMigrated: true });
    expect(form.inputJson).not.toContain('legacy');
    expect(form.inputJsonRevisions.map(({ last_changed_user_name: name }) => name)).toEqual([
      'Стари корисник',
      'Стари корисник',
    ]);
    expect(form.inputJsonRevisions[0]?.validation.Warnings.map(({ StatusCode }) => StatusCode.Code)).toContain(
      'FluentUnknownField',
    );
  });

  it.each([
    [1, '4/1'],
    [2, '2/1'],
    [3, '2/1'],
  ])('of type %i, if already accepted, continues in %s', async (type, state) => {
    const life = await taken(older({ type }, { state: 3 }));
    expect(await life.state()).toBe(state);
    const phases = (await server.call<Phase[]>('local.user', 'GET', `projects/${life.code}/phases`)).payload;
    const first = phases?.find(({ phase }) => phase === 1);
    expect(first).toMatchObject({ status: 4, forms: [{ code: '1-5-2', status: 4 }] });
  });

  it('goes through the older identification like any other: filled in, confirmed, approved, then preparedness', async () => {
    const life = await taken(older());
    await life.fill();
    await life.approve();
    expect(await life.state()).toBe('2/1');
    const { form } = await currentForm(server, 'local.user', life.code);
    expect(form.code).toBe('spremnost');
    expect(form.defaults).toMatchObject({ financialInfo: { price: { local: expect.any(String) as string } } });
  });

  it('is taken over with all others or not at all, with a report of all faults', async () => {
    const good = older();
    await expect(takeOver(server.context, [good, older({ organizationId: '99999' })], { user: null })).rejects.toThrow(
      'not registered: 99999',
    );
    expect((await server.call('admin', 'GET', `projects/${good.code}`)).httpStatus).toBe(404);
    expect(() => checkOlderProject({ ...good, form: { ...good.form, code: '1-5-9' } })).toThrow('/form/code');
    expect(() => checkOlderProject({ ...good, more: 1 })).toThrow();
    expect(() => checkOlderProject({ ...good, createdDate: '2021-02-31' })).toThrow('2021-02-31');
    expect(checkOlderProject({ ...good, name: '  Обилазница  ' }).name).toBe('Обилазница');
    await takeOver(server.context, [good], { user: null });
    await expect(takeOver(server.context, [good], { user: null })).rejects.toThrow(`${good.code}: a project has`);
    // The exit code is that of a refusal, not of a failure.
    for (const project of [good, older({ organizationId: '99999' })]) {
      await expect(takeOver(server.context, [project], { user: null })).rejects.toBeInstanceOf(Refused);
    }
  });
});
