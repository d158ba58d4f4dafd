import { expect, it } from 'vitest';
import { getPath, setPath } from '@pimis/domain/forms/paths';
import type { FormValues } from '@pimis/domain/forms/types';
import type { IndicatorRows } from '@pimis/domain/indicators/types';
import type { Phase } from '@pimis/contract/project-phases';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);

it('rows of a quarter are removed with its approval and computed at the next one; earlier rows stay', async () => {
  server.setNow(day('2026-04-02'));
  const life = await ProjectDriver.start(server, { type: 1 });
  await life.fillAndApprove();
  await life.fillAndApprove();
  const phaseId = (await life.read()).projectPhaseId;
  const stored = async () =>
    (await server.call<IndicatorRows>('admin', 'GET', `projects/${life.code}/phases/${phaseId}/success-key-indicator`))
      .payload as IndicatorRows;
  const chips = async () => {
    const { payload } = await server.call<Phase[]>('reviewer', 'GET', `projects/${life.code}/phases`);
    const forms = payload?.find(({ phase }) => phase === 5)?.forms ?? [];
    return forms.map(({ status, indicators }) => [status, indicators !== null]);
  };
  server.setNow(day('2026-07-02'));
  await life.fill();
  await life.quarter();
  await life.act('reviewer', 4);
  server.setNow(day('2026-10-02'));
  await life.fill();
  await life.quarter();
  const approved = await stored();
  expect(approved.timeToProjectImplementation).toHaveLength(2);
  expect(await chips()).toEqual([
    [4, true],
    [4, true],
  ]);

  await life.act('local.user', 1);
  await life.act('local.admin', 2, { comment: 'Износ није тачан.' });
  expect(await chips()).toEqual([
    [4, true],
    [1, false],
  ]);
  expect((await stored()).timeToProjectImplementation).toEqual(approved.timeToProjectImplementation.slice(0, 1));

  await life.fill((values) => {
    for (const activity of getPath(values, 'summary.activities') as FormValues[]) {
      setPath(activity, 'details.financial.realExpense', '1000.00');
      setPath(activity, 'details.financial.targetReason', 'Испостављена је прва ситуација.');
      setPath(activity, 'details.financial.targetMeasures', 'Остатак доспева по пријему радова.');
    }
  });
  await life.quarter();
  const again = await stored();
  expect(again.timeToProjectImplementation).toHaveLength(2);
  expect(again.timeToProjectImplementation[0]).toEqual(approved.timeToProjectImplementation[0]);
  expect(again.timeToProjectImplementation[1]?.activityQuarterAmount).not.toBe(
    approved.timeToProjectImplementation[1]?.activityQuarterAmount,
  );
  expect(await chips()).toEqual([
    [4, true],
    [4, true],
  ]);
});
