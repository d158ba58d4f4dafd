import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { EVALUATION_DAYS_MAX } from '@pimis/domain/indicators/constants';
import { fromHundredths, toHundredths } from '@pimis/domain/money/decimal';
import { parseAmountInput } from '@pimis/domain/money/read-amount';
import { useText } from '../../i18n/use-text.ts';
import { DateField, isDayOrNone } from '../../ui/DateField.tsx';
import { MAX_AMOUNT_LENGTH, fittingAmount, readPastedAmount } from '../../ui/amount-input.ts';
import { notifyWarning } from '../../ui/notify.tsx';
import { Chip } from '../../ui/StatusChip.tsx';
import type { IndicatorColumn } from './columns.ts';
import type { Row } from './rows.ts';

const WHOLE_NUMBER = new RegExp(`^\\d{0,${String(EVALUATION_DAYS_MAX).length}}$`);
/** Amount editors: from 0 to 999999999999999 by steps of 1000 (docs/indicators.md, 6). */
const STEP = 100_000n;
const MAX_AMOUNT = 99_999_999_999_999_900n;

interface CellProps {
  column: IndicatorColumn;
  row: Row;
  editable: boolean;
  label: string;
  /** The error of the value, shown below it. */
  problem: string | undefined;
  onChange: (changes: Row) => void;
  /** Receives text that is not a valid value; undefined when it is valid again. */
  onProblem: (code: string | undefined) => void;
}

/** A changed appropriation keeps the need: the remainder changes by the same difference (docs/indicators.md, 4). */
function withAppropriation(row: Row, amount: string): Row {
  const moved = (toHundredths(amount) ?? 0n) - (toHundredths(row.appropriationAmount) ?? 0n);
  const remaining = (toHundredths(row.remainingAppropriationAmount) ?? 0n) + moved;
  return { appropriationAmount: amount, remainingAppropriationAmount: fromHundredths(remaining) };
}

function AmountCell({ row, label, problem, onChange, onProblem }: CellProps) {
  const { amount, t } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const value = toHundredths(row.appropriationAmount) ?? 0n;
  const take = (text: string) => {
    const parsed = parseAmountInput(text);
    const read = parsed === null ? null : toHundredths(parsed);
    if (parsed === null || read === null || read > MAX_AMOUNT || /[-−]/.test(text)) {
      onProblem('InvalidField');
      return;
    }
    onProblem(undefined);
    onChange(withAppropriation(row, parsed));
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = value + by;
    setTyped(null);
    take(fromHundredths(next < 0n ? 0n : next > MAX_AMOUNT ? MAX_AMOUNT : next).replace('.', ','));
  };
  return (
    <TextInput
      role="spinbutton"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Number(MAX_AMOUNT / 100n)}
      aria-valuenow={Number(value) / 100}
      aria-valuetext={typed ?? amount(fromHundredths(value))}
      value={typed ?? amount(fromHundredths(value))}
      error={problem}
      inputMode="decimal"
      styles={{ input: { textAlign: 'right', minWidth: 170 } }}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={step}
      onChange={(event) => {
        const text = fittingAmount(event.currentTarget.value.replaceAll(/[^\d.,\s-]/g, ''));
        if (text === null) return notifyWarning(t('forms.figureTooLong', { max: MAX_AMOUNT_LENGTH }));
        setTyped(text);
        take(text);
      }}
      onPaste={(event) => {
        const { selectionStart, selectionEnd, value: shown } = event.currentTarget;
        // Text pasted into a part of a figure is parsed together with the rest, as if it were typed.
        if (selectionStart !== 0 || selectionEnd !== shown.length) return;
        event.preventDefault();
        const pasted = readPastedAmount(event.clipboardData.getData('text/plain'), 'rsd');
        if (pasted === null) return notifyWarning(t('forms.amountUnread'));
        setTyped(amount(pasted));
        take(amount(pasted));
      }}
      // Invalid text stays with its message.
      onBlur={() => !problem && setTyped(null)}
    />
  );
}

/** A whole number from 0; other text stays with its message and changes nothing. */
function NumberCell({ column, row, label, problem, onChange, onProblem }: CellProps) {
  const value = row[column.path];
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      aria-label={label}
      value={typed ?? (value === null ? '' : String(value))}
      error={problem}
      inputMode="numeric"
      styles={{ input: { textAlign: 'right', width: 90 } }}
      onChange={(event) => {
        const text = event.currentTarget.value.trim();
        setTyped(text);
        if (!WHOLE_NUMBER.test(text)) return onProblem('InvalidField');
        onProblem(undefined);
        onChange({ [column.path]: text === '' ? null : Number(text) });
      }}
      onBlur={() => !problem && setTyped(null)}
    />
  );
}

/** A value of an indicator row, or its editor in a calculation. */
export function IndicatorCell(props: CellProps) {
  const { column, row, editable, label, problem, onChange, onProblem } = props;
  const { t, amount, date } = useText();
  const value = row[column.path];
  if (editable && column.kind === 'amount') return <AmountCell {...props} />;
  if (editable && column.kind === 'date') {
    return (
      <div style={{ width: 150 }}>
        <DateField
          label=""
          aria-label={label}
          error={problem}
          value={typeof value === 'string' ? value : null}
          onChange={(day) => {
            onChange({ [column.path]: day });
            if (!isDayOrNone(day)) onProblem('InvalidField');
          }}
        />
      </div>
    );
  }
  if (editable) return <NumberCell {...props} />;
  if (value === null || value === undefined) return column.endless && row.limitReached ? '∞' : t('common.noValue');
  switch (column.kind) {
    case 'amount':
    case 'percent':
      return amount(String(value));
    case 'date':
      return date(String(value));
    case 'limit':
      return value ? (
        <Chip family="stopped" text={t('indicators.limitYes')} />
      ) : (
        <Chip family="approved" text={t('indicators.limitNo')} />
      );
    default:
      return amount(`${value}.00`).replace(/,00$/, '');
  }
}
