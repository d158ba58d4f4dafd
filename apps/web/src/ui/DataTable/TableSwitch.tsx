import { Switch } from '@mantine/core';
import { useAsked } from '../use-optimistic-value.ts';

interface TableSwitchProps {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void | Promise<void>;
}

/** A switch above a table: it turns at once, the rows follow. */
export function TableSwitch({ label, checked, onChange }: TableSwitchProps) {
  const { shown, ask } = useAsked(checked, onChange);
  return <Switch label={label} checked={shown} onChange={() => ask((on) => !on)} />;
}
