import { ActionIcon } from '@mantine/core';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addressesAsText, addressesAsTyped } from '@pimis/markdown/addresses';
import { useText } from '../i18n/use-text.ts';
import { IconArrowBackUp, IconBold, IconH2, IconItalic, IconList, IconListNumbers } from '../ui/icons.ts';
import { notifyLeftOut } from '../ui/notify-left-out.ts';
import { cleanPasted, EXTENSIONS } from './rich-text-content.ts';
import type { WidgetProps } from './widget-props.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Focuses at once: the editor's own command waits for a frame and would take the focus back from a later element. */
function focusNow(editor: Editor): void {
  editor.view.focus();
}

function Toolbar({ editor, used, max }: { editor: Editor; used: number; max: number | undefined }) {
  const { t } = useText();
  const [current, setCurrent] = useState(0);
  const chain = () => {
    focusNow(editor);
    return editor.chain();
  };
  const tools = [
    { key: 'bold', icon: IconBold, run: () => chain().toggleBold().run(), active: editor.isActive('bold') },
    { key: 'italic', icon: IconItalic, run: () => chain().toggleItalic().run(), active: editor.isActive('italic') },
    {
      key: 'heading',
      icon: IconH2,
      run: () => chain().toggleHeading({ level: 2 }).run(),
      active: editor.isActive('heading'),
    },
    {
      key: 'bullets',
      icon: IconList,
      run: () => chain().toggleBulletList().run(),
      active: editor.isActive('bulletList'),
    },
    {
      key: 'numbers',
      icon: IconListNumbers,
      run: () => chain().toggleOrderedList().run(),
      active: editor.isActive('orderedList'),
    },
    { key: 'undo', icon: IconArrowBackUp, run: () => chain().undo().run(), active: false },
  ] as const;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (current + step + tools.length) % tools.length;
      setCurrent(next);
      event.currentTarget.querySelectorAll('button')[next]?.focus();
      return;
    }
    // A letter belongs to the text, so the cursor moves there before it is inserted.
    const letter = event.key.length === 1 && event.key !== ' ';
    if (letter && !event.ctrlKey && !event.metaKey && !event.altKey) focusNow(editor);
  };
  return (
    <div className="rich-text-tools" role="toolbar" aria-label={t('forms.toolbar')} onKeyDown={onKeyDown}>
      {tools.map(({ key, icon: Icon, run, active }, index) => (
        <ActionIcon
          key={key}
          variant={active ? 'light' : 'subtle'}
          color={active ? 'petrol' : 'gray'}
          size={26}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
          aria-label={t(`forms.${key}`)}
          aria-pressed={active}
        >
          <Icon size={16} stroke={1.7} />
        </ActionIcon>
      ))}
      {max && (
        <span className={used > max ? 'late' : 'meta'} style={{ marginLeft: 'auto' }}>
          {t('forms.chars', { used, max })}
        </span>
      )}
    </div>
  );
}

/**
 * The Markdown editor of long texts; it takes the focus when it is loaded. Only input of the user is a change; mounting
 * is not, and new values from outside are shown.
 */
export function RichText({ field, id, value, onChange, invalid, label, describedBy, required }: WidgetProps) {
  const text = typeof value === 'string' ? value : '';
  const { t } = useText();
  /** The text in this editor: as received or as last reported. */
  const own = useRef(text);
  const editor = useEditor({
    extensions: EXTENSIONS,
    // Typed and pasted text is not turned into formatting: 5 * 3 * 2, a year with a dot, a line that begins with a
    // dash.
    enableInputRules: false,
    enablePasteRules: false,
    content: addressesAsText(text),
    contentType: 'markdown',
    shouldRerenderOnTransaction: true,
    editorProps: {
      transformPastedHTML: (html) => {
        const pasted = cleanPasted(html);
        notifyLeftOut(pasted.left, t);
        return pasted.html;
      },
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label ?? t('forms.edit'),
        ...(required ? { 'aria-required': 'true' } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      },
    },
    onUpdate: ({ editor: changed }) => {
      own.current = changed.isEmpty ? '' : addressesAsTyped(changed.getMarkdown());
      onChange(own.current === '' ? undefined : own.current);
    },
  });
  useLayoutEffect(() => {
    editor.commands.setTextSelection(editor.state.doc.content.size);
    focusNow(editor);
    // The editor is larger than the field that it replaces and may begin outside of the screen or behind the bar.
    editor.view.dom.closest('.rich-text')?.scrollIntoView({ block: 'nearest' });
  }, [editor]);
  useEffect(() => {
    if (own.current === text) return;
    own.current = text;
    editor.commands.setContent(addressesAsText(text), { contentType: 'markdown', emitUpdate: false });
  }, [editor, text]);
  return (
    <div className="rich-text" data-invalid={invalid}>
      <Toolbar editor={editor} used={text.length} max={field.maxLength} />
      <EditorContent editor={editor} />
    </div>
  );
}
