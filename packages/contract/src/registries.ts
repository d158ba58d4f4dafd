import { type Static, Type } from 'typebox';

const NullableText = Type.Union([Type.String(), Type.Null()]);

/** A suggestion of an autocomplete. */
export const ReferenceSchema = Type.Object({ id: Type.String(), name: Type.String() });
export type Reference = Static<typeof ReferenceSchema>;

/** A currency with the middle rate of the day, РСД per 1 unit, four decimals. */
export const CurrencyRateSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  exchangeCode: Type.String(),
  exchangeRate: NullableText,
  exchangeDate: NullableText,
});
export type CurrencyRate = Static<typeof CurrencyRateSchema>;
