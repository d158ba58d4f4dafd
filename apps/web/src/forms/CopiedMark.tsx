import { Button } from '@mantine/core';
import type { Section } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { IconCheck, IconCopy } from '../ui/icons.ts';
import { Chip } from '../ui/StatusChip.tsx';
import { useEditor } from './context.ts';
import { usePlace, useStore } from './use-store.ts';

/** The mark of a field that was copied from an earlier form and that nobody has looked at since. */
export function CopiedMark({ name }: { name: string }) {
  const { t } = useText();
  const { store } = useEditor();
  const copied = usePlace(store, name, (state) => state.isCopied(name));
  if (!copied) return null;
  return (
    <>
      {' '}
      <Chip family="paused" icon={IconCopy} text={t('forms.earlier.mark')} />
    </>
  );
}

/** The number of copied fields in the section, and the button by which the user confirms having looked at them. */
export function CopiedInSection({ section }: { section: Section }) {
  const { t } = useText();
  const { store } = useEditor();
  const count = useStore(store, (state) => section.fields.filter(({ path }) => state.isCopied(path)).length);
  if (count === 0) return null;
  return (
    <p className="form-copied">
      <span>{t('forms.earlier.inSection', { count })}</span>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconCheck size={14} />}
        onClick={() => store.lookThrough(section.key)}
      >
        {t('forms.earlier.looked')}
      </Button>
    </p>
  );
}
