import { expect, test } from 'vitest';
import { FORM_STATUS } from '../constants.ts';
import { nextStep } from './next-step.ts';
import { PHASES } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { stepNoun } from './step-nouns.ts';
import { openStepsAt } from './open-steps.ts';
import { STEP_KEYS } from './turn-sides.ts';

test('every step that may be awaited has a noun', () => {
  const states = PHASES.flatMap(({ id: phase }) =>
    Object.values(PHASE_STATUS).flatMap((phaseStatus) =>
      [true, false].map((foreignFunds) => ({ phase, phaseStatus, foreignFunds })),
    ),
  );
  const forms = [null, 0, 1].map((errors) => ({ status: FORM_STATUS.unlocked, errors }));
  const returns = [null, { openRemarks: 1, changed: false }, { openRemarks: 0, changed: false }];
  const keys = states.flatMap((at) => [
    ...openStepsAt(at.phase, at.phaseStatus, at.foreignFunds).map(({ key }) => key),
    ...forms.flatMap((form) => returns.map((returned) => nextStep({ ...at, open: null, form, returned })?.key)),
  ]);
  const needed = [...new Set([...keys, ...STEP_KEYS])].filter((key) => key !== undefined);
  expect(needed.length).toBeGreaterThan(20);
  for (const key of needed) expect(stepNoun(key).sr, key).toMatch(/^[а-яђјљњћџ]/);
});

test('a step that is never awaited has none', () => {
  expect(() => stepNoun('addQuarter')).toThrow(RangeError);
});
