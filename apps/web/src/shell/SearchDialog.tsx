import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SearchHit } from '@pimis/contract/dashboard';
import { call } from '../api/client.ts';
import { readersScript } from '../browser/readers-script.ts';
import { configurationQuery } from '../api/common.ts';
import { useText } from '../i18n/use-text.ts';
import { useUser } from '../api/session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { IconSearch } from '../ui/icons.ts';
import {
  type CommandHit,
  commandHits,
  FEWEST_LETTERS,
  loadTitles,
  loadTopics,
  screenHits,
  topicHits,
} from './screen-hits.ts';
import { FailedLine } from '../ui/Failed.tsx';
import type { TypedAhead } from './TypeAhead.tsx';

const DEBOUNCE_MS = 300;
type Hit = SearchHit | CommandHit;

/** The hits of a text: actions and screens of the product, what the server finds, and pages of the manual. */
function useHits(wanted: string) {
  const { t, language } = useText();
  const router = useRouter();
  const user = useUser();
  const { data: titled = false } = useQuery({
    queryKey: ['screen-titles'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => loadTitles(router),
  });
  const {
    data: found = [],
    isFetching,
    error,
    refetch,
  } = useQuery({
    queryKey: ['search', wanted],
    enabled: wanted.length >= FEWEST_LETTERS,
    queryFn: async () => (await call('GET /search', { query: { q: wanted, ...readersScript() } })).payload,
  });
  const { data: topics = [] } = useQuery({
    queryKey: ['manual-topics'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: loadTopics,
  });
  const english = language === 'en';
  const hits: Hit[] = [
    ...commandHits(wanted, t('frame.search.here')),
    ...(titled ? screenHits(router, user, wanted, english) : []),
    ...found,
    ...topicHits(topics, wanted, english),
  ];
  return { hits, isFetching, error, refetch };
}

/** Opens a hit: an action, a page of the manual or a screen. */
function useOpenHit(onClose: () => void): (hit: Hit | undefined) => void {
  const { language } = useText();
  const navigate = useNavigate();
  const router = useRouter();
  const { data: configuration } = useQuery(configurationQuery);
  return (hit) => {
    if (!hit) return;
    onClose();
    if ('run' in hit) {
      // The search returns the focus when it closes; the opened screen then takes it.
      requestAnimationFrame(hit.run);
      return;
    }
    if (hit.kind === 'help') {
      window.open(`${configuration?.helpRoot ?? '/help'}${hit.path}?lang=${language}`, '_blank', 'noopener');
      return;
    }
    const [path] = hit.path.split('?');
    // If the screen is already open, it still gets the focus like a new one, after the search has returned it.
    if (path === router.state.location.pathname) {
      requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }));
    }
    void navigate({ to: hit.path });
  };
}

interface HitListProps {
  hits: readonly Hit[];
  active: number;
  onActive: (index: number) => void;
  onOpen: (hit: Hit) => void;
}

function HitList({ hits, active, onActive, onOpen }: HitListProps) {
  const { t, data } = useText();
  return (
    <div id="search-hits" role="listbox" aria-label={t('frame.search.title')} style={{ marginTop: 12, minHeight: 120 }}>
      {hits.map((hit, index) => (
        <div
          key={`${hit.kind}${hit.id}`}
          id={`hit-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onClick={() => onOpen(hit)}
          onKeyDown={() => undefined}
          // Hits that appear below a pointer at rest are entered too.
          onMouseMove={() => onActive(index)}
          style={{
            padding: '6px 10px',
            borderRadius: 4,
            cursor: 'pointer',
            background: index === active ? 'var(--p-accent-soft)' : undefined,
          }}
        >
          <div className="strong">{data(hit.title)}</div>
          <div className="meta">
            {t(`frame.search.${hit.kind}`)} · {data(hit.detail)}
          </div>
        </div>
      ))}
    </div>
  );
}

/**
 * Search over projects, documents, people, screens, actions and the manual, in either script. Arrow keys choose, Enter
 * opens.
 */
export function SearchDialog({
  onClose,
  takeTyped,
}: {
  onClose: () => void;
  /** Text typed since the search was opened. */
  takeTyped: () => TypedAhead | undefined;
}) {
  const { t } = useText();
  const router = useRouter();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [opening, setOpening] = useState(false);
  const [wanted] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const { hits, isFetching, error, refetch } = useHits(wanted);
  const open = useOpenHit(onClose);
  // The shown hits may belong to an older text: Enter waits for those of the present one.
  const settled = wanted === text.trim() && !isFetching;
  const goTo = (index: number) => {
    setActive(index);
    document.getElementById(`hit-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const openFirst = useEffectEvent(() => {
    setOpening(false);
    open(hits[0]);
  });
  // Opens the first hit only when new hits arrive.
  useEffect(() => {
    if (opening && settled) openFirst();
  }, [opening, settled]);
  const closeOnLeave = useEffectEvent(onClose);
  // The browser's back button leads to another screen behind the search.
  useEffect(() => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && closeOnLeave()), [router]);
  return (
    <Dialog opened onClose={onClose} title={t('frame.search.title')} width="decide">
      <TextInput
        data-autofocus
        aria-label={t('frame.search.placeholder')}
        placeholder={t('frame.search.placeholder')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-autocomplete="list"
        aria-controls="search-hits"
        aria-activedescendant={hits[active] ? `hit-${active}` : undefined}
        onFocus={({ currentTarget: field }) => {
          const ahead = takeTyped();
          if (!ahead?.text) return;
          // Written at once: the next key may come before React renders.
          field.value = ahead.text + field.value;
          setText(field.value);
          setOpening(ahead.entered);
          // The browser restores its own cursor after this event.
          queueMicrotask(() => field.setSelectionRange(field.value.length, field.value.length));
        }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setOpening(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') goTo(Math.max(0, Math.min(active + 1, hits.length - 1)));
          else if (event.key === 'ArrowUp') goTo(Math.max(active - 1, 0));
          else if (event.key === 'Enter' && settled) open(hits[active]);
          else if (event.key === 'Enter') setOpening(true);
          else return;
          event.preventDefault();
        }}
      />
      <HitList hits={hits} active={active} onActive={setActive} onOpen={open} />
      {error && <FailedLine error={error} onRetry={() => void refetch()} />}
      <p role="status" className={hits.length > 0 ? 'visually-hidden' : 'meta'}>
        {wanted.length < FEWEST_LETTERS
          ? t('frame.search.hint')
          : !settled
            ? t('common.loading')
            : hits.length === 0
              ? t('frame.search.empty')
              : t('common.found', { count: hits.length })}
      </p>
    </Dialog>
  );
}
