import { expect, it } from 'vitest';
import type { PortfolioCourse } from '@pimis/contract/portfolio/overview';
import { PHASE } from '@pimis/domain/workflow/phases';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { createProject, mergeProjects } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

/**
 * The phase in which a project was stopped or merged has ended, and was not passed
 * (docs/decisions/0189-kept-for-the-portfolio.md).
 */

const server = useServer();

const stop = (code: string) =>
  server.call('admin', 'PATCH', `projects/${code}`, { status: 1, comment: 'Одустали смо.' });

async function ideas(status: string) {
  const { payload } = await server.call<PortfolioCourse>('admin', 'GET', `portfolio/course?status=${status}`);
  const { reached, passed, medianDays } = payload?.phases.find(({ phase }) => phase === PHASE.idea) ?? {};
  const listed = `projects/paged?status=${status}&filter[passedPhase]=${PHASE.idea}`;
  const { additionalInformation } = await server.call('admin', 'GET', listed);
  return { reached, passed, medianDays, listed: additionalInformation?.totalRows };
}

it('a phase in which a project was stopped or merged has no duration and counts only as reached', async () => {
  const gone = await ProjectDriver.start(server);
  await gone.fill();
  await gone.approveIdea();
  await gone.commission(3, 1);
  expect(await ideas('pending')).toEqual({ reached: 1, passed: 1, medianDays: 0, listed: 1 });
  // The project has passed its idea, and was stopped in the next phase.
  await stop(gone.code);
  await stop(await createProject(server, 'local.user'));
  expect(await ideas('finished')).toEqual({ reached: 2, passed: 1, medianDays: 0, listed: 1 });
  const kept = await createProject(server, 'local.user');
  await mergeProjects(server, kept, await createProject(server, 'local.user'));
  expect(await ideas('archived')).toEqual({ reached: 1, passed: 0, medianDays: null, listed: 0 });
});
