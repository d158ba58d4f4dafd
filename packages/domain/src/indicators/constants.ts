/** Constants of the success key indicators (docs/indicators.md, 1). */

/** Projected duration may exceed that of the initial plan by so many per cent. */
export const TIME_LIMIT_PERCENT = 20n;
/** Below this, in hundredths of a per cent, the appropriation is not adequate. */
export const FUNDING_LIMIT = 9_000n;
/** One quarter of lag behind a milestone. */
export const INACTIVITY_LIMIT_DAYS = 90;
/** Per cent of work, each due at the same per cent of the window. */
export const INACTIVITY_MILESTONES = [25, 50, 75] as const;
/** Steps of the implementation level. */
export const IMPLEMENTATION_LEVELS = [0, 25, 50, 75, 100] as const;
export const EVALUATION_DAYS_MIN = 1;
export const EVALUATION_DAYS_MAX = 20_000;
