/** Thresholds that rules and computed answers share (the design's page of thresholds). Amounts in hundredths. */

/** 20,000,000.00 EUR: above it a project is capital. */
export const CAPITAL_LIMIT = 2_000_000_000n;
/** 2,000,000.00 EUR: above it a local project is. */
export const LOCAL_CAPITAL_LIMIT = 200_000_000n;
/** 5,000,000.00 EUR of foreign funds. */
export const FOREIGN_LIMIT = 500_000_000n;
/** Months; a capital project takes longer. */
export const DURATION_LIMIT = 11;
/** 100.00 per cent. */
export const WHOLE = 10_000n;
/** The number of years before and after the current one that a plan may include. */
export const YEARS_AROUND = 10;
