import { NativeSelect, type NativeSelectProps } from '@mantine/core';

type Option = string | { value: string; label: string };

interface ChoiceProps extends Omit<NativeSelectProps, 'data'> {
  data: readonly Option[];
  value: string;
}

/**
 * A native select whose choice is text of the page, because browsers do not search inside a closed select. The select's
 * own text is transparent; the layer above it is for reading and the page search.
 */
export function Choice({ data, value, ...props }: ChoiceProps) {
  const options = data.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  const shown = options.find((option) => option.value === value)?.label ?? '';
  return (
    <NativeSelect
      {...props}
      value={value}
      data={options}
      inputContainer={(select) => (
        <span className="form-choice">
          {select}
          <span aria-hidden className="form-choice-text">
            {shown}
          </span>
        </span>
      )}
    />
  );
}
