import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { mentionTyped } from '@pimis/domain/text/mentions';
import { useText } from '../../i18n/use-text.ts';
import { Away } from './absences/Away.tsx';
import { peopleQuery } from './api.ts';

const DEBOUNCE_MS = 200;

interface MentionTextareaProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  code: string;
  value: string;
  onChange: (text: string) => void;
}

/** A textarea in which typing @ offers people who see the project, by name in either script. */
export function MentionTextarea({ code, value, onChange, ...rest }: MentionTextareaProps) {
  const { t, data } = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(0);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const mention = mentionTyped(value.slice(0, cursor));
  const [wanted] = useDebouncedValue(mention?.typed.trim() ?? '', DEBOUNCE_MS);
  const { data: people = [] } = useQuery(peopleQuery(code, wanted));
  // A login with a space after it names somebody already; a first name may go on with the second.
  const isWhole = people.some(({ login }) => mention?.typed === `${login} `);
  const offered = mention && wanted !== '' && !isWhole ? people : [];
  const isOffered = offered.length > 0;
  const { openDropdown, closeDropdown, selectFirstOption } = combobox;
  // While no people are offered, Enter begins a new line.
  useEffect(() => {
    if (!isOffered) closeDropdown();
    else {
      openDropdown();
      selectFirstOption();
    }
  }, [isOffered, wanted, openDropdown, closeDropdown, selectFirstOption]);
  const pick = (login: string) => {
    if (!mention) return;
    const before = `${value.slice(0, mention.at)}@${login} `;
    onChange(before + value.slice(cursor).trimStart());
    closeDropdown();
    setCursor(before.length);
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length));
  };
  const follow = () => setCursor(field.current?.selectionStart ?? 0);
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false}>
      {/* Screen readers do not support a multi-line text as a combobox, so the offered people are announced below. */}
      <Combobox.Target withAriaAttributes={false}>
        <Textarea
          {...rest}
          ref={field}
          value={value}
          onChange={(event) => {
            const { value: text, selectionStart } = event.currentTarget;
            onChange(text);
            setCursor(selectionStart);
          }}
          onKeyUp={follow}
          onClick={follow}
          onBlur={() => closeDropdown()}
        />
      </Combobox.Target>
      <span role="status" className="visually-hidden">
        {isOffered && t('common.found', { count: offered.length })}
      </span>
      <Combobox.Dropdown hidden={!isOffered}>
        <Combobox.Options aria-label={t('daily.comments.people')}>
          {offered.map(({ login, name, organizationName, away }) => (
            <Combobox.Option key={login} value={login}>
              {data(name)}{' '}
              <span style={{ fontSize: 13 }}>
                @{login} · {data(organizationName)}
              </span>
              <Away away={away} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
