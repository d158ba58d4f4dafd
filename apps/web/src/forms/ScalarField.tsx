import { memo, useState } from 'react';
import { fieldExample } from '@pimis/domain/forms/field-examples';
import { isLockedFor } from '@pimis/domain/forms/access';
import { hangsOnRate } from '@pimis/domain/forms/exchange-rate-age';
import { AMOUNT_KINDS, isEmptyValue } from '@pimis/domain/forms/kinds';
import type { Field, Kind } from '@pimis/domain/forms/types';
import { isFor } from '@pimis/domain/forms/visibility';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { CopiedMark } from './CopiedMark.tsx';
import { Messages } from './Messages.tsx';
import { RateNote } from './RateNote.tsx';
import { fieldId, messagesId, useField, useRequired } from './field-place.ts';
import { RemarksAt } from './remarks/RemarksAt.tsx';
import type { Path } from './value-paths.ts';
import { Widget } from './widgets.tsx';

const FULL_WIDTH = 12;
const FIGURES: readonly Kind[] = [...AMOUNT_KINDS, 'int', 'year'];
const ALL = { admin: true, mei: true };
const NOBODY = { admin: false, mei: false };

/** Why a figure cannot be changed. */
function useNote(field: Field): string | null {
  const { t } = useText();
  const { lockState, viewer } = useEditor();
  // Figures are computed; names and choices come from the project or an earlier form.
  if (field.computed) return t(FIGURES.includes(field.kind) ? 'forms.computed' : 'forms.taken');
  if (!isFor(field, ALL) || !isLockedFor(field, { ...NOBODY, ...viewer }, lockState)) return null;
  return field.isdacon && lockState.foreignFunds ? t('forms.eu') : t('forms.fromEarlier');
}

/** One scalar field with label, widget and messages. */
export const ScalarField = memo(function ScalarField({
  field,
  base,
  cell,
}: {
  field: Field;
  base: Path;
  cell?: string | undefined;
}) {
  const { t, pair } = useText();
  const { name, value, invalid, hasMessage, readOnly, set } = useField(field, base);
  const { editable } = useEditor();
  // A read-only field is not marked as required.
  const required = useRequired(field, base) && editable(field);
  const note = useNote(field);
  const id = fieldId(name);
  const hint = note ? `${id}-hint` : undefined;
  // Decided once: an example that came and went with the value would move the fields below it.
  const [beganEmpty] = useState(() => isEmptyValue(field, value));
  const example = readOnly || !beganEmpty ? undefined : fieldExample(name);
  return (
    <div
      className="form-field"
      style={{ gridColumn: `span ${field.span ?? FULL_WIDTH}` }}
      data-place={name}
      data-computed={field.computed || undefined}
      data-cell={cell}
    >
      <label htmlFor={id} className="form-label">
        {field.no && <span className="meta">{field.no} </span>}
        {pair(field.label)}
        {required && (
          <span className="form-required" aria-hidden>
            {' *'}
          </span>
        )}
        {note && (
          <span className="meta" id={hint}>
            {' '}
            · {note}
          </span>
        )}
        {hangsOnRate(field.path) && <RateNote />}
        {base.length === 0 && <CopiedMark name={name} />}
      </label>
      <Widget
        field={field}
        id={id}
        value={value}
        onChange={set}
        readOnly={readOnly}
        invalid={invalid}
        label={pair(field.label)}
        required={required}
        describedBy={
          [hint, example && `${id}-example`, hasMessage && messagesId(name)].filter(Boolean).join(' ') || undefined
        }
      />
      {example && (
        <p className="meta" id={`${id}-example`}>
          {t('forms.example', { text: pair(example) })}
        </p>
      )}
      <Messages name={name} field={field} id={messagesId(name)} />
      {base.length === 0 && <RemarksAt place={name} label={pair(field.label)} />}
    </div>
  );
});
