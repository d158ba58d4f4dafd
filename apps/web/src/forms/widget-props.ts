import type { Field } from '@pimis/domain/forms/types';
import { described } from '../ui/described.ts';

export interface WidgetProps {
  field: Field;
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly: boolean;
  invalid: boolean;
  /** Names the control when no visible label does (cells of a table). */
  label?: string;
  /** Ids of a hint and of messages at the field. */
  describedBy?: string | undefined;
  required?: boolean;
}

/** Properties that every input receives from its field. */
export function inputProps({ id, readOnly, invalid, label, describedBy, required }: WidgetProps) {
  return {
    id,
    readOnly,
    error: invalid,
    'aria-label': label,
    ...described(describedBy),
    'aria-required': required || undefined,
  } as const;
}
