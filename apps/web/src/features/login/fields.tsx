import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import './fields.css';

/*
 * Fields, buttons and messages of the screens before the sign-in. They are plain elements, so that the sign-in does not
 * load the component library.
 */

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string;
  /** Content at the end of the field. */
  end?: ReactNode;
}

export function TextField({ label, value, onChange, error, hint, end, ...input }: TextFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="login-field">
      <label htmlFor={id}>
        {label}
        {input.required && <span aria-hidden> *</span>}
      </label>
      {hint && (
        <div id={`${id}-hint`} className="meta">
          {hint}
        </div>
      )}
      <div className="login-input" data-invalid={error ? true : undefined}>
        <input
          {...input}
          id={id}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      {error && (
        <div id={`${id}-error`} className="login-error">
          {error}
        </div>
      )}
    </div>
  );
}

/** A password; the eye that shows it has a name and is reached by keyboard. */
export function SecretField(props: TextFieldProps) {
  const { t } = useText();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="login-eye"
          aria-label={t('login.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg
            width="18"
            height="18"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
            aria-hidden
          >
            <path d="M3 12c2.4-4 5.4-6 9-6s6.600 2 9 6c-2.400 4-5.400 6-9 6s-6.600-2-9-6" />
            <circle cx="12" cy="12" r="2.5" />
            {shown && <path d="M4 4l16 16" />}
          </svg>
        </button>
      }
    />
  );
}

interface LoginButtonProps extends ComponentProps<'button'> {
  quiet?: boolean;
  busy?: boolean;
}

export function LoginButton({ quiet, busy, children, ...button }: LoginButtonProps) {
  return (
    <button type="button" {...button} className={quiet ? 'login-button quiet' : 'login-button'} aria-busy={busy}>
      {children}
    </button>
  );
}

/** The result; screen readers publish it. */
export function Message({ kind, children }: { kind: 'error' | 'good' | 'warning'; children: ReactNode }) {
  return (
    <div className={`login-message ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
