import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { RegistryRow } from '@pimis/contract/registries';
import { call } from '../../../api/client.ts';
import { readersScript } from '../../../browser/readers-script.ts';
import { useText } from '../../../i18n/use-text.ts';
import { TextField } from '../fields.tsx';

const DEBOUNCE_MS = 500;
const SUGGESTIONS = '5';

/** Digits search numbers, other text searches names (specification, "Validation rules"). */
async function suggest(typed: string): Promise<RegistryRow[]> {
  const filter = /^\d+$/.test(typed) ? 'filter[id]' : 'filter[name]';
  const query = { [filter]: typed, perPage: SUGGESTIONS, ...readersScript() };
  return (await call('GET /registry/:registry', { params: { registry: 'budget-users' }, query })).payload;
}

interface BudgetUserFieldProps {
  shown: string;
  error: string | undefined;
  /** The organization cannot be changed after submission or while the request is being sent. */
  fixed: boolean;
  onPick: (row: RegistryRow | null) => void;
}

/** The budget user of a request: an autocomplete, half a second after the last character. */
export function BudgetUserField({ shown, error, fixed, onPick }: BudgetUserFieldProps) {
  const { t, data } = useText();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [found, setFound] = useState<{ text: string; rows: RegistryRow[] } | null>(null);
  const [active, setActive] = useState(0);
  const requested = useRef('');
  const wanted = (typed ?? '').trim();
  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(() => {
      requested.current = wanted;
      suggest(wanted).then(
        (rows) => {
          // A late answer to an older text is ignored.
          if (requested.current !== wanted) return;
          setFound({ text: wanted, rows });
          setActive(0);
        },
        () => setFound(null),
      );
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const rows = found && found.text === wanted ? found.rows : [];
  const empty = found !== null && found.text === wanted && rows.length === 0;
  const open = typed !== null && wanted !== '' && (rows.length > 0 || empty);
  const close = () => {
    setTyped(null);
    setFound(null);
  };
  const pick = (row: RegistryRow | undefined) => {
    if (!row) return;
    onPick(row);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, rows.length));
    else if (event.key === 'ArrowUp') setActive((active + rows.length - 1) % Math.max(1, rows.length));
    else if (event.key === 'Enter') pick(rows[active]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <div className="registration-lookup">
      <TextField
        label={t('registration.id')}
        hint={t('registration.idHint')}
        required
        role="combobox"
        aria-expanded={open}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={open && rows.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        readOnly={fixed}
        value={typed ?? shown}
        error={error}
        onChange={(value) => {
          setTyped(value);
          if (shown !== '') onPick(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={t('registration.id')} hidden={!open || empty}>
        {rows.map((row, index) => (
          <li
            key={row.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // The press precedes the field's loss of focus.
            onMouseDown={(event) => {
              event.preventDefault();
              pick(row);
            }}
          >
            {row.id} · {data(row.name)}
          </li>
        ))}
      </ul>
      {open && empty && <p className="registration-none">{t('common.nothingFound')}</p>}
      <span role="status" className="visually-hidden">
        {open && (empty ? t('common.nothingFound') : t('common.found', { count: rows.length }))}
      </span>
    </div>
  );
}
