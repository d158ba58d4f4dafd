import { ActionIcon } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconHelpCircle } from './icons.ts';

interface Explained {
  /** The question mark, for the head of the explained part. */
  mark: ReactNode;
  /** The text, for the place below that head. */
  text: ReactNode;
}

/**
 * Folds a text about method behind a question mark. Paper has the text, and the browser's search finds and unfolds it.
 * `title` names the explained part; without a text there is nothing to show.
 */
export function useExplained(title: string, explanation: ReactNode): Explained {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = t('common.explanation', { title });
  if (!explanation) return { mark: null, text: null };
  return {
    mark: (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={name}
        title={name}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconHelpCircle size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    ),
    text: (
      <Folded id={id} isOpen={isOpen} onFound={() => setOpen(true)}>
        {explanation}
      </Folded>
    ),
  };
}

interface FoldedProps {
  id: string;
  isOpen: boolean;
  /** The browser's search found the folded text. */
  onFound: () => void;
  children: ReactNode;
}

function Folded({ id, isOpen, onFound, children }: FoldedProps) {
  const text = useRef<HTMLDivElement>(null);
  const found = useEffectEvent(onFound);
  // React writes every value of `hidden` as a plain one, which the browser's search does not look into.
  useLayoutEffect(() => {
    if (isOpen) text.current?.removeAttribute('hidden');
    else text.current?.setAttribute('hidden', 'until-found');
  }, [isOpen]);
  useEffect(() => {
    const element = text.current;
    const unfold = () => found();
    element?.addEventListener('beforematch', unfold);
    return () => element?.removeEventListener('beforematch', unfold);
  }, []);
  return (
    <div ref={text} id={id} className="meta explained">
      {children}
    </div>
  );
}
