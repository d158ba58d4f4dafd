import { describe, expect, it } from 'vitest';
import { activityComment, activityText } from './activity-texts.ts';
import { LISTS } from './lists.ts';

describe('an activity', () => {
  it('has its text by its key; one without a key or a text has none', () => {
    expect(activityText('open')).toEqual({ sr: 'Отворена фаза', en: 'Phase opened' });
    expect(['listed', 'sentToList'].map((key) => activityText(key) !== null)).toEqual([true, true]);
    expect([activityText(null), activityText('unknown')]).toEqual([null, null]);
  });

  it('has a comment in both languages only if the system wrote it', () => {
    expect(activityComment('listed', '2026-2')).toEqual({ sr: 'Листа „2026-2“', en: 'List “2026-2”' });
    for (const { title } of LISTS) {
      expect(activityComment('sentToList', title.sr)).toEqual(title);
      expect(activityComment('send', title.sr)).toBeNull();
    }
    expect(activityComment('sentToList', 'Непозната листа')).toBeNull();
    expect(activityComment(null, '2026-2')).toBeNull();
  });
});
