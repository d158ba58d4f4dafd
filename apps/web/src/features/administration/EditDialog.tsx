import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { useEditing } from './use-editing.ts';

type Editing<Values> = Parameters<typeof useEditing<Values>>[0];
type Fields<Values> = Pick<ReturnType<typeof useEditing<Values>>, 'values' | 'problems' | 'change'>;

interface EditDialogProps<Values> extends Omit<Editing<Values>, 'after'> {
  title: string;
  width: 'decide' | 'compare';
  /** What is said when it is saved. */
  saved: string;
  /** What is read anew after each attempt: a refusal may mean that somebody else has changed it. */
  queryKey: readonly string[];
  onClose: () => void;
  children: (fields: Fields<Values>) => ReactNode;
}

/** Changes something of administration in a dialog; a refusal leaves it open. */
export function EditDialog<Values>({
  title,
  width,
  saved,
  queryKey,
  onClose,
  children,
  save,
  ...editing
}: EditDialogProps<Values>) {
  const { t } = useText();
  const client = useQueryClient();
  const { values, problems, change, busy, changed, submit } = useEditing({
    ...editing,
    save: async (typed) => {
      await save(typed);
      notifySuccess(saved);
      onClose();
    },
    after: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      width={width}
      unsaved={changed}
      confirm={
        <Button type="submit" form="edit" loading={busy}>
          {t('common.save')}
        </Button>
      }
    >
      <form id="edit" onSubmit={submit} noValidate>
        {children({ values, problems, change })}
      </form>
    </Dialog>
  );
}
