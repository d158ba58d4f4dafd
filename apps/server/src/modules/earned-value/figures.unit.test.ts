import { expect, it } from 'vitest';
import { figuresOf } from './figures.ts';

it('figures are amounts with two decimals and indexes with three', () => {
  expect(figuresOf({ bac: '1000.00', pv: '400.00', ev: '300.00', ac: '250.00' })).toEqual({
    bac: '1000.00',
    pv: '400.00',
    ev: '300.00',
    ac: '250.00',
    sv: '-100.00',
    cv: '50.00',
    spi: '0.750',
    cpi: '1.200',
    eac: '833.33',
    etc: '583.33',
    vac: '166.67',
    tcpi: '0.933',
  });
});

it('there is no index if its divisor is 0', () => {
  const nothing = { bac: '0.00', pv: '0.00', ev: '0.00', ac: '0.00' };
  const none = { spi: null, cpi: null, eac: null, etc: null, vac: null, tcpi: null };
  expect(figuresOf(nothing)).toEqual({ ...nothing, sv: '0.00', cv: '0.00', ...none });
});
