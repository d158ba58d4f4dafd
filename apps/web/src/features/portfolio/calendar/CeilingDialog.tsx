import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatAmount, parseAmountInput } from '@pimis/domain/money/decimal';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { useText } from '../../../i18n/use-text.ts';
import { MAX_AMOUNT_LENGTH } from '../../../ui/amount-input.ts';
import { Dialog } from '../../../ui/Dialog.tsx';

interface CeilingDialogProps {
  year: number;
  source: string;
  /** A decimal string; null where there is none. */
  amount: string | null;
  busy?: boolean;
  onSave: (amount: string | null) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Sets or removes the ceiling of a year and a source. An empty field removes it. */
export function CeilingDialog({ year, source, amount, busy = false, onSave, onClose, children }: CeilingDialogProps) {
  const { t, pair } = useText();
  const first = amount === null ? '' : formatAmount(amount);
  const [typed, setTyped] = useState(first);
  const parsed = typed.trim() === '' ? null : parseAmountInput(typed);
  const isWrong = typed.trim() !== '' && (parsed === null || !/\d/.test(typed) || /[^\d., ]/.test(typed));
  const save = () => {
    if (!isWrong && !busy) onSave(parsed);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('fiscal.ceilingTitle', { source: pair(sourceText(source)), year })}
      unsaved={typed !== first}
      confirm={
        <Button onClick={save} loading={busy} disabled={isWrong}>
          {t('common.save')}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          label={t('fiscal.ceilingAmount')}
          description={t('fiscal.ceilingHint')}
          inputMode="decimal"
          maxLength={MAX_AMOUNT_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isWrong ? t('fiscal.ceilingWrong') : undefined}
        />
      </form>
      {children}
    </Dialog>
  );
}
