import { Input, NativeSelect } from '@mantine/core';
import { useId, useRef } from 'react';
import type { ProjectList } from '@pimis/contract/lists';
import { LISTS_OF_PAGE } from '@pimis/domain/workflow/list-limits';
import { useText } from '../../i18n/use-text.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import type { Lists } from './use-lists.ts';

interface PickerProps {
  lists: readonly ProjectList[];
  older: Lists['older'];
  name: string;
  onChoose: (name: string) => void;
}

/** Chooses a list: the newest are there, older ones come when they are asked for. */
export function ListPicker({ lists, older, name, onChoose }: PickerProps) {
  const text = useText();
  const { t, date } = text;
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const readOlder = async (button: HTMLElement) => {
    if (older.reading) return;
    const { left, failure } = await older.read();
    if (failure) notifyFailure(failure, text);
    // The button goes with the last of them: whoever is still at it goes on where lists are chosen.
    else if (!left && [button, document.body].includes(document.activeElement as HTMLElement)) select.current?.focus();
  };
  return (
    <div>
      <div style={{ display: 'flex', alignItems: 'baseline', gap: 8 }}>
        <Input.Label htmlFor={id}>{t('lists.history')}</Input.Label>
        {(older.left || older.pages > 1) && (
          <span role="status" className={older.left ? 'meta' : 'visually-hidden'}>
            {older.left ? t('lists.newest', { count: older.pages * LISTS_OF_PAGE }) : t('lists.all')}
          </span>
        )}
        {older.left && (
          <button
            type="button"
            className="link-button"
            style={{ marginLeft: 'auto', fontSize: 13 }}
            aria-disabled={older.reading || undefined}
            onClick={({ currentTarget }) => void readOlder(currentTarget)}
          >
            {t('lists.older')}
          </button>
        )}
      </div>
      <NativeSelect
        ref={select}
        id={id}
        value={name}
        data={lists.map((list) => ({ value: list.name, label: `${list.name} · ${date(list.createdDate)}` }))}
        onChange={({ currentTarget: { value } }) => onChoose(value)}
      />
    </div>
  );
}
