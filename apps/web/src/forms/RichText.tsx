import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconBold, IconH2, IconItalic, IconList, IconListNumbers } from '@tabler/icons-react';
import { Markdown } from '@tiptap/markdown';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useText } from '../i18n/use-text.ts';
import type { WidgetProps } from './widget-props.ts';

function Toolbar({ editor, used, max }: { editor: Editor; used: number; max: number | undefined }) {
  const { t } = useText();
  const tools = [
    {
      key: 'bold',
      icon: IconBold,
      run: () => editor.chain().focus().toggleBold().run(),
      active: editor.isActive('bold'),
    },
    {
      key: 'italic',
      icon: IconItalic,
      run: () => editor.chain().focus().toggleItalic().run(),
      active: editor.isActive('italic'),
    },
    {
      key: 'heading',
      icon: IconH2,
      run: () => editor.chain().focus().toggleHeading({ level: 2 }).run(),
      active: editor.isActive('heading'),
    },
    {
      key: 'bullets',
      icon: IconList,
      run: () => editor.chain().focus().toggleBulletList().run(),
      active: editor.isActive('bulletList'),
    },
    {
      key: 'numbers',
      icon: IconListNumbers,
      run: () => editor.chain().focus().toggleOrderedList().run(),
      active: editor.isActive('orderedList'),
    },
    { key: 'undo', icon: IconArrowBackUp, run: () => editor.chain().focus().undo().run(), active: false },
  ] as const;
  return (
    <div className="rich-text-tools" role="toolbar" aria-label={t('forms.toolbar')}>
      {tools.map(({ key, icon: Icon, run, active }) => (
        <ActionIcon
          key={key}
          variant={active ? 'light' : 'subtle'}
          color={active ? 'petrol' : 'gray'}
          size={26}
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

/** The Markdown editor of long texts. Only what a person does is a change; mounting never is. */
export function RichText({ field, id, value, onChange, invalid, label, describedBy }: WidgetProps) {
  const text = typeof value === 'string' ? value : '';
  const { t } = useText();
  const editor = useEditor({
    extensions: [StarterKit, Markdown],
    content: text,
    contentType: 'markdown',
    autofocus: 'end',
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label ?? t('forms.edit'),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? undefined : changed.getMarkdown()),
  });
  if (!editor) return null;
  return (
    <div className="rich-text" data-invalid={invalid}>
      <Toolbar editor={editor} used={text.length} max={field.maxLength} />
      <EditorContent editor={editor} />
    </div>
  );
}
