import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { formatAmount } from '@pimis/domain/money/decimal';
import { loadCurrentUser } from '../../platform/current-user.ts';
import type { Block } from '../../platform/pdf/model.ts';
import { Life } from '../../testing/life.ts';
import { useServer } from '../../testing/server.ts';
import { loadRealization, totalExpense } from '../form-store/realization.ts';
import { identityCard } from './identity-card.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);

async function card(login: string, code: string) {
  await server.token(login);
  const { rows } = await sql<{ userId: number; sessionId: string }>`
    select users.id as "userId", sessions.id as "sessionId" from users join sessions on sessions.user_id = users.id
    where users.login = ${login} order by sessions.created_at desc limit 1`.execute(server.context.db);
  const [session] = rows;
  const user = session && (await loadCurrentUser(server.context.db, session.userId, session.sessionId));
  if (!user) throw new Error(`${login} has no session`);
  return identityCard(server.context, user, code);
}

/** The block that follows a heading. */
function under(blocks: readonly Block[], title: string): Block | undefined {
  return blocks[blocks.findIndex((block) => block.kind === 'heading' && block.text === title) + 1];
}

function tableUnder(blocks: readonly Block[], title: string) {
  const block = under(blocks, title);
  if (block?.kind !== 'table') throw new Error(`No table under ${title}`);
  return block;
}

it('the identity card tells who pays, what each year costs, and for administrators the indicators', async () => {
  server.setNow(day('2026-04-02'));
  const life = await Life.start(server, { type: 1 });
  const young = await card('local.user', life.code);
  expect(under(young.blocks, 'Извори финансирања')).toMatchObject({ kind: 'paragraph' });
  expect(under(young.blocks, 'Средства по годинама')).toMatchObject({ kind: 'paragraph' });
  life.period = { start: '2026-04-01', end: '2027-03-31' };
  await life.fillAndApprove();
  await life.fillAndApprove();
  server.setNow(day('2026-07-02'));
  await life.fill();
  await life.quarter();

  const paper = await card('admin', life.code);
  const project = await life.read();
  expect(paper.head).toEqual({
    institutions: ['РЕПУБЛИКА СРБИЈА', project.organizationName],
    number: project.number,
    day: '2.7.2026',
  });
  expect(paper.labelled).toContainEqual({ label: 'Рок реализације', value: '1.4.2026 – 31.3.2027' });
  const value = formatAmount(project.totalValue);
  expect(tableUnder(paper.blocks, 'Извори финансирања').foot).toEqual(['Укупно', '', value, '']);
  const years = tableUnder(paper.blocks, 'Средства по годинама');
  const realized = formatAmount(totalExpense(await loadRealization(server.context.db, project.id)));
  expect(years.rows).toEqual([expect.arrayContaining(['2026']), expect.arrayContaining(['2027'])]);
  expect(years.foot).toEqual(['Укупно', value, '0,00', realized]);
  expect(tableUnder(paper.blocks, 'Кључни показатељи успеха').rows[0]).toEqual([
    '2. квартал 2026.',
    realized,
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ]);
  const own = await card('local.user', life.code);
  expect(own.blocks.some((block) => block.kind === 'heading' && block.text === 'Кључни показатељи успеха')).toBe(false);
});
