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
  /** Ids of what stands beside the field: a hint, its messages. */
  describedBy?: string | undefined;
  required?: boolean;
}

/** What every input of a form takes over from its field. */
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
