import { EARNED_VALUES } from './earned-values.ts';
import { MONEY } from './money.ts';
import { NEEDS } from './needs.ts';
import { PLACES } from './places.ts';
import type { AnyProjection } from './projection.ts';
import { PUBLIC_FORMS } from './public-forms.ts';
import { PUBLIC_PROJECTS } from './public-projects.ts';

/** All projections, each after the one on which it depends. */
export const PROJECTIONS: readonly AnyProjection[] = [
  PUBLIC_FORMS,
  PUBLIC_PROJECTS,
  PLACES,
  MONEY,
  NEEDS,
  EARNED_VALUES,
];
