import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './Dialog.tsx';

/**
 * Chooses the columns of a workbook: only a few fit on paper. The first column identifies the rows and always stays.
 */
export function ColumnsDialog({
  title,
  hint,
  save,
  columns,
  onSave,
  onClose,
}: {
  title: string;
  hint: string;
  save: string;
  columns: readonly { name: string; label: string }[];
  onSave: (names: readonly string[]) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(columns.map(({ name }) => name)));
  const toggle = (column: string) => {
    const next = new Set(chosen);
    if (!next.delete(column)) next.add(column);
    setChosen(next);
  };
  const names = columns.map(({ name }) => name).filter((name) => chosen.has(name));
  return (
    <Dialog opened onClose={onClose} title={title} confirm={<Button onClick={() => onSave(names)}>{save}</Button>}>
      <p style={{ marginBottom: 12 }}>{hint}</p>
      {columns.map(({ name, label }, index) => (
        <Checkbox
          key={name}
          mb={8}
          label={label}
          checked={chosen.has(name)}
          disabled={index === 0}
          onChange={() => toggle(name)}
        />
      ))}
    </Dialog>
  );
}
