import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatAmount, fromHundredths, MAX_HUNDREDTHS, toHundredths } from '@pimis/domain/money/decimal';
import { readAmount } from '@pimis/domain/money/read-amount';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { useText } from '../../../i18n/use-text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { inMillions } from './millions.ts';

interface CeilingDialogProps {
  year: number;
  source: string;
  /** A decimal string; null if there is no ceiling. */
  amount: string | null;
  busy?: boolean;
  onSave: (amount: string | null) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** A typed ceiling, in either notation; a text that may mean several amounts is refused. */
function readCeiling(typed: string): { amount: string | null; problem: 'wrong' | 'tooLarge' | null } {
  if (typed.trim() === '') return { amount: null, problem: null };
  const read = readAmount(typed);
  if (read === 'tooLarge') return { amount: null, problem: 'tooLarge' };
  if (typeof read === 'string' || read.hundredths < 0n) return { amount: null, problem: 'wrong' };
  return { amount: fromHundredths(read.hundredths), problem: null };
}

/** Sets or removes the ceiling of a year and a source. An empty field removes it. */
export function CeilingDialog({ year, source, amount, busy = false, onSave, onClose, children }: CeilingDialogProps) {
  const { t, pair, amount: written } = useText();
  const first = amount === null ? '' : formatAmount(amount);
  const [typed, setTyped] = useState(first);
  const { amount: entered, problem } = readCeiling(typed);
  const save = () => {
    if (problem === null && !busy) onSave(entered);
  };
  const problems = {
    wrong: t('fiscal.ceilingWrong'),
    tooLarge: t('fiscal.ceilingTooLarge', { most: formatAmount(fromHundredths(MAX_HUNDREDTHS)) }),
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('fiscal.ceilingTitle', { source: pair(sourceText(source)), year })}
      unsaved={typed !== first}
      confirm={
        <Button onClick={save} loading={busy} disabled={problem !== null}>
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
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem && problems[problem]}
        />
        {entered !== null && (
          <p className="meta" role="status" style={{ marginTop: 4 }}>
            {t('fiscal.ceilingInTables', { amount: written(inMillions(toHundredths(entered) ?? 0n)) })}
          </p>
        )}
      </form>
      {children}
    </Dialog>
  );
}
