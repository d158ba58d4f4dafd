import { NativeSelect, type NativeSelectProps } from '@mantine/core';

type Option = string | { value: string; label: string };

interface ChoiceProps extends Omit<NativeSelectProps, 'data'> {
  data: readonly Option[];
  value: string;
}

/**
 * A native select whose choice is text of the page: browsers do not look into the closed select when somebody searches
 * the page. The select's own text is clear, the layer above it is for eyes and the search alone.
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
