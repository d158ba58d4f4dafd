import { describe, expect, it } from 'vitest';
import { formOfPhase, pathOf, phaseInfo, PHASES, phasesOf, reachesFormsLimit, stageOf, startPhase } from './phases.ts';

/** Written by hand from docs/workflow.md, "Phases and where a project starts". */
describe('the path of a project', () => {
  it.each([
    ['an idea', { type: 3, important: false }, [0, 10, 2, 9, 4, 5, 7, 8]],
    ['of special importance', { type: 3, important: true }, [3, 9, 4, 5, 7, 8]],
    ['of special importance, taken over', { type: 3, important: true, migrated: true }, [3, 9, 4, 5, 7, 8]],
    ['in realization', { type: 1, important: false }, [1, 4, 5, 7, 8]],
    ['in realization, taken over', { type: 1, important: false, migrated: true }, [1, 4, 5, 7, 8]],
    ['in preparation', { type: 2, important: false }, [1, 2, 9, 4, 5, 7, 8]],
    ['an idea, taken over', { type: 3, important: false, migrated: true }, [1, 2, 9, 4, 5, 7, 8]],
  ])('%s', (_, kind, path) => {
    expect(pathOf(kind)).toEqual(path);
    expect(startPhase(kind)).toBe(path[0]);
  });
});

describe('a phase', () => {
  it('has a number, under which it is found; that of the older rationalization too', () => {
    for (const phase of PHASES) expect(phaseInfo(phase.id)).toBe(phase);
    expect(phaseInfo(6).key).toBe('rationalization');
    expect(() => phaseInfo(14)).toThrow(RangeError);
  });

  it('is of one stage', () => {
    expect([phasesOf('preparation'), phasesOf('finished')].map((ids) => ids.toSorted((a, b) => a - b))).toEqual([
      [0, 1, 2, 3, 10],
      [7, 8],
    ]);
    expect([0, 5, 8].map(stageOf)).toEqual(['preparation', 'realization', 'finished']);
  });

  it('opens with its form, the older identification with that of the type of project', () => {
    const codes = [0, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13].map((phase) =>
      formOfPhase(phase, { type: 3, important: false }),
    );
    expect(codes).toEqual([
      'ideja',
      'spremnost',
      'posebnog-znacaja',
      'plan',
      'kvartalni',
      'zavrsni',
      'efekti',
      'predimplementacija',
      'identifikacija-projekta',
      'korekcija',
      'kvartalni-korekcija',
      'racionalizacija',
    ]);
    expect([1, 2, 3].map((type) => formOfPhase(1, { type, important: false }))).toEqual(['1-5-5', 'pif-mini', '1-5-5']);
  });

  it('with rounds holds a limited number of forms', () => {
    const limits = PHASES.flatMap(({ id }) => {
      const limit = Array.from({ length: 100 }, (_, forms) => forms).find((forms) => reachesFormsLimit(id, forms));
      return limit === undefined ? [] : [[id, limit]];
    });
    expect(Object.fromEntries(limits)).toEqual({ 5: 40, 11: 10, 12: 10, 13: 5 });
  });
});
