import type { Field } from '@pimis/domain/forms/types';

export interface WidgetProps {
  field: Field;
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly: boolean;
  invalid: boolean;
  /** Names the control when no visible label does (cells of a table). */
  label?: string;
  describedBy?: string | undefined;
}

/** What every input of a form takes over from its field. */
export function inputProps({ id, readOnly, invalid, label, describedBy }: WidgetProps) {
  return { id, readOnly, error: invalid, 'aria-label': label, 'aria-describedby': describedBy } as const;
}
