import { Switch } from '@mantine/core';
import { useOptimisticValue } from '../use-optimistic-value.ts';

interface TableSwitchProps {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void | Promise<void>;
}

/** A switch above a table: it changes at once, the rows follow. */
export function TableSwitch({ label, checked, onChange }: TableSwitchProps) {
  const { shown, ask } = useOptimisticValue(checked, onChange);
  return <Switch label={label} checked={shown} onChange={() => ask((on) => !on)} />;
}
