import { lazy, Suspense, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Markdown } from './Markdown.tsx';
import type { WidgetProps } from './widget-props.ts';

const RichText = lazy(() => import('./RichText.tsx').then((module) => ({ default: module.RichText })));

/** Long text: shown as it reads; the editor is loaded when somebody enters the field. */
export function MarkdownWidget(props: WidgetProps) {
  const { field, id, value, readOnly, invalid, label } = props;
  const { t } = useText();
  const [editing, setEditing] = useState(false);
  const text = typeof value === 'string' ? value : '';
  if (editing && !readOnly) {
    return (
      <Suspense fallback={<div className="rich-text rich-text-idle">{text}</div>}>
        <RichText {...props} />
      </Suspense>
    );
  }
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
        aria-label={label ?? t('forms.edit')}
        tabIndex={0}
        onFocus={() => setEditing(true)}
        onClick={() => setEditing(true)}
        onKeyDown={() => setEditing(true)}
      >
        {text ? <Markdown text={text} /> : <span className="meta">{t('forms.empty')}</span>}
      </div>
      {field.maxLength && used > field.maxLength * 0.8 && (
        <div className="meta">{t('forms.chars', { used, max: field.maxLength })}</div>
      )}
    </>
  );
}
