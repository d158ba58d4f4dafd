import { createElement, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Markdown } from './Markdown.tsx';
import { useRichText } from './rich-text-loader.ts';
import type { WidgetProps } from './widget-props.ts';

/**
 * A long text: rendered Markdown that becomes an editor when its field gets the focus. The replacement takes the focus
 * at once, so that no key is lost.
 */
export function MarkdownWidget(props: WidgetProps) {
  const { readOnly } = props;
  const [editing, setEditing] = useState(false);
  const RichText = useRichText(!readOnly);
  // A text started in the plain field stays there until the editor can take it over without loss.
  const [plain, setPlain] = useState(false);
  const open = () => {
    setPlain(RichText === null);
    setEditing(true);
  };
  const leave = useCallback(() => setEditing(false), []);
  const takeOver = useCallback(() => setPlain(false), []);
  if (editing && readOnly) setEditing(false);
  if (!editing || readOnly) return <Idle {...props} onEnter={open} />;
  if (plain || !RichText) {
    return <PlainText {...props} replaceable={RichText !== null} onTakeOver={takeOver} onLeave={leave} />;
  }
  return createElement(RichText, props);
}

function Idle(props: WidgetProps & { onEnter: () => void }) {
  const { field, id, value, readOnly, invalid, label, describedBy, required, onEnter } = props;
  const { t } = useText();
  const text = typeof value === 'string' ? value : '';
  const used = text.length;
  return (
    <>
      <div
        id={id}
        className="rich-text rich-text-idle"
        data-invalid={invalid}
        data-readonly={readOnly}
        role="textbox"
        aria-multiline
        aria-readonly={readOnly}
        aria-required={required || undefined}
        aria-invalid={invalid}
        aria-label={label ?? t('forms.edit')}
        aria-describedby={describedBy}
        tabIndex={0}
        onFocus={readOnly ? undefined : onEnter}
        onMouseDown={(event) => {
          if (readOnly || event.button !== 0) return;
          // The browser would focus the element that is about to be replaced.
          event.preventDefault();
          onEnter();
        }}
      >
        {text ? <Markdown text={text} /> : <span className="meta">{t('forms.empty')}</span>}
      </div>
      {field.maxLength && used > field.maxLength * 0.8 && (
        <div className="meta">{t('forms.chars', { used, max: field.maxLength })}</div>
      )}
    </>
  );
}

/** The plain text field, until the editor is loaded. */
function PlainText(
  props: WidgetProps & {
    /** Whether the editor is loaded. */
    replaceable: boolean;
    onTakeOver: () => void;
    onLeave: () => void;
  },
) {
  const { id, value, onChange, label, describedBy, invalid, required, replaceable, onTakeOver, onLeave } = props;
  const { t } = useText();
  const text = typeof value === 'string' ? value : '';
  const area = useRef<HTMLTextAreaElement>(null);
  const composing = useRef(false);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  useLayoutEffect(() => {
    const { current } = area;
    if (!replaceable || !current || composing.current) return;
    // The editor can place the cursor at the end of the text only if the text ends with a character other than a space.
    if (current.selectionStart === current.value.length && !/\s$/.test(current.value)) onTakeOver();
  }, [replaceable, text, onTakeOver]);
  return (
    <textarea
      id={id}
      ref={area}
      className="rich-text rich-text-plain"
      data-invalid={invalid}
      aria-label={label ?? t('forms.edit')}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      aria-required={required || undefined}
      rows={5}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={() => {
        composing.current = false;
      }}
      onBlur={onLeave}
    />
  );
}
