import { useId } from 'react';

interface ChoiceProps {
  label: string;
  /** The label is read but not shown. */
  hidden?: boolean;
  hint?: string;
  value: string;
  disabled?: boolean;
  onChange: (value: string) => void;
  data: readonly { value: string; label: string }[];
}

/** A native select, because the library's would be loaded with the first screen. */
export function Choice({ label, hidden = false, hint, value, disabled = false, onChange, data }: ChoiceProps) {
  const id = useId();
  return (
    <div className="scenario-choice">
      {!hidden && <label htmlFor={id}>{label}</label>}
      {hint && (
        <p id={`${id}-hint`} className="meta">
          {hint}
        </p>
      )}
      <span className="scenario-select">
        <select
          id={id}
          className="scenario-number"
          aria-label={hidden ? label : undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {data.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <svg viewBox="0 0 16 16" width={16} aria-hidden>
          <path d="M5 6.5 8 3.5l3 3M5 9.5l3 3 3-3" />
        </svg>
      </span>
    </div>
  );
}
