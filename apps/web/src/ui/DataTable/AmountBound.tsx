import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { readAmount, readFigure } from '@pimis/domain/money/read-amount';
import { useText } from '../../i18n/use-text.ts';
import { withoutUnit } from '../amount-input.ts';
import { MONEY_DECIMALS } from './filter.ts';

/** Prefix of a typed text that is no clear amount: the text stays in the field and does not filter. */
const UNREAD = '?';

/** Whether a bound may filter: empty, or an amount. */
export const isBound = (value: string): boolean => !value.startsWith(UNREAD);

/** A typed bound in Serbian or English notation as the filter has it: plain digits with a point. */
function boundOf(typed: string, decimals: number): string {
  const text = withoutUnit(typed, 'rsd');
  if (text === '') return '';
  const unread = `${UNREAD}${typed}`;
  if (decimals > MONEY_DECIMALS) {
    const figure = readFigure(text, decimals);
    if (!figure || figure.sign !== '' || figure.decimals.length > decimals) return unread;
    return `${figure.whole}${figure.decimals === '' ? '' : `.${figure.decimals}`}`;
  }
  const read = readAmount(text);
  return typeof read === 'string' || read.hundredths < 0n ? unread : fromHundredths(read.hundredths);
}

interface BoundProps {
  label: string;
  /** Plain digits with a point, or other text from the URL. */
  value: string;
  decimals: number;
  onChange: (value: string) => void;
}

/** A bound of a range of amounts. A text that may mean several amounts is refused, never read as another one. */
export function AmountBound({ label, value, decimals, onChange }: BoundProps) {
  const { t, amount, decimal } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && boundOf(typed, decimals) === value;
  const written = () => (decimals > MONEY_DECIMALS ? decimal(value) : amount(value));
  const stored = /^\d+(\.\d+)?$/.test(value) ? written() : value.replace(UNREAD, '');
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={isTyped ? typed : stored}
      error={!isBound(value) && t('table.wrongAmount')}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(boundOf(event.currentTarget.value, decimals));
      }}
    />
  );
}
