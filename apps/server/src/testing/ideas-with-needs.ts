import { ProjectDriver } from './project-workflow-driver.ts';
import type { TestServer } from './server.ts';

export const BUDGET = 'Буџет Републике Србије';
export const OWN = 'Сопствена средства';

/** An idea that needs these amounts, in millions, 2027 and 2028, a quarter of each from own funds. */
export async function ideaWithNeeds(server: TestServer, needs: readonly [number, number]): Promise<ProjectDriver> {
  const life = await ProjectDriver.start(server);
  const total = (needs[0] + needs[1]) * 1_000_000;
  await life.fill((values) => {
    const finance = values.financialInfo as Record<string, unknown>;
    const text = (amount: number) => amount.toFixed(2);
    finance.yearlyCosts = needs.map((amount, index) => ({ year: 2027 + index, amount: text(amount * 1_000_000) }));
    const [first] = finance.fundingSources as Record<string, unknown>[];
    finance.fundingSources = [
      { ...first, source: BUDGET, localAmount: text(total * 0.75) },
      { ...first, source: OWN, localAmount: text(total * 0.25) },
    ];
    (finance.price as Record<string, unknown>).local = text(total);
    values.durationMonths = 20;
    values.implementationDates = { start: '2027-03-01', end: '2028-09-30' };
    finance.preparationAmount = { value: text(total * 0.1) };
    finance.implementationAmount = { value: text(total * 0.9) };
  });
  await life.approveIdea();
  return life;
}

/** An approved idea, and three that wait for the list of the commission, oldest first. */
export async function ideasAroundList(
  server: TestServer,
): Promise<{ approved: ProjectDriver; waiting: ProjectDriver[] }> {
  const approved = await ideaWithNeeds(server, [400, 200]);
  await approved.commission(3, 1);
  const waiting: ProjectDriver[] = [];
  for (const needs of [
    [400, 100],
    [300, 100],
    [200, 400],
  ] as const) {
    waiting.push(await ideaWithNeeds(server, needs));
  }
  return { approved, waiting };
}
