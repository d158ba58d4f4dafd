import { TYPE_IN_PREPARATION } from '@pimis/domain/workflow/phases';
import { PLACES, PROPOSER } from './demo-places.ts';
import type { Entry, Story } from './demo-story.ts';

/**
 * Projects that were in preparation when they were taken over: from the short PIF over preparedness to
 * pre-implementation.
 */

const place = PLACES.PK;
if (!place) throw new Error('No place PK');
const common = { ...place, proposer: PROPOSER, type: TYPE_IN_PREPARATION };

const IN_ENTRY: Entry = {
  ...common,
  code: 'BIBLIOTEKA',
  name: 'Градска библиотека – дограђени трезор',
  sector: 1,
  millions: 260,
  problem: 'Фонд се чува у влажном подруму.',
};
const IN_PRE_IMPLEMENTATION: Entry = {
  ...common,
  code: 'BAZEN-ZATVORENI',
  name: 'Затворени базен Прокупље',
  sector: 1,
  millions: 540,
  problem: 'Град нема базен за зимску наставу пливања.',
};

const FIRST_DAY_BACK = 160;
const DAYS_TO_LIST = 24;

/** Runs before any other project waits for the preparedness list, which takes all waiting ones. */
export async function seedTakenOver(story: Story): Promise<void> {
  story.startAt(FIRST_DAY_BACK, 1);
  for (const entry of [IN_ENTRY, IN_PRE_IMPLEMENTATION]) {
    await story.create(entry);
    await story.fill(entry);
  }
  const entry = IN_PRE_IMPLEMENTATION;
  await story.chain(entry);
  await story.fill(entry);
  await story.chain(entry);
  story.startAt(FIRST_DAY_BACK - DAYS_TO_LIST, 2);
  await story.list(5);
  await story.act(entry, 'reviewer', 1, { date: true });
  await story.fill(entry);
  await story.chain(entry);
}
