import { describe, expect, it } from 'vitest';
import { PHASE } from './phases.ts';
import { PHASE_STATUS, stateText } from './statuses.ts';

describe('where a project stands', () => {
  it('is its phase and the status, names in it as they are written', () => {
    expect(stateText(PHASE.idea, PHASE_STATUS.sentToMinister)).toEqual({
      sr: 'Идеја: послато министру',
      en: 'Idea: sent to the minister',
    });
    expect(stateText(PHASE.idea, PHASE_STATUS.meiOpinionGiven)).toEqual({
      sr: 'Идеја: мишљење МЕИ дато',
      en: 'Idea: MEI opinion given',
    });
  });

  it('names a phase once that its status names', () => {
    expect(stateText(PHASE.important, PHASE_STATUS.importantList)).toEqual({
      sr: 'Посебан значај: чека листу',
      en: 'Special importance: waiting for a list',
    });
  });
});
