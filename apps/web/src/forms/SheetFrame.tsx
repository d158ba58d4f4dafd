import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconChevronLeft, IconChevronRight } from '../ui/icons.ts';

const STEP = 0.7;

/** Whether content continues beyond the left and right edge. */
function useBeyond() {
  const frame = useRef<HTMLDivElement>(null);
  const [beyond, setBeyond] = useState('');
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const look = () => {
      const rest = current.scrollWidth - current.clientWidth - current.scrollLeft;
      setBeyond([current.scrollLeft > 1 ? 'left' : '', rest > 1 ? 'right' : ''].filter(Boolean).join(' '));
    };
    const resized = new ResizeObserver(look);
    resized.observe(current);
    current.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, []);
  return { frame, beyond };
}

/** Scrolls a field into view completely; browsers do not scroll sideways to one that is partly visible. */
function bringIntoSight({ target }: { target: HTMLElement }) {
  const frozen = target.closest('.form-frozen');
  if (frozen && getComputedStyle(frozen).position === 'sticky') return;
  // A pressed button would move away from the pointer.
  if (!target.matches(':focus-visible')) return;
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The frame of a table wider than the screen: it shows that the table continues and scrolls there. */
export function SheetFrame({ label, long, children }: { label: string; long: boolean; children: ReactNode }) {
  const { t } = useText();
  const { frame, beyond } = useBeyond();
  const move = (direction: 1 | -1) =>
    frame.current?.scrollBy({ left: direction * frame.current.clientWidth * STEP, behavior: 'smooth' });
  return (
    <>
      <div
        className="scroll-x form-table"
        tabIndex={0}
        role="group"
        aria-label={label}
        ref={frame}
        onFocus={bringIntoSight}
        data-long={long || undefined}
        data-beyond={beyond}
      >
        {children}
      </div>
      {beyond !== '' && (
        <div className="form-table-more">
          <span className="meta">{t(beyond.includes('right') ? 'forms.goesOnRight' : 'forms.goesOnLeft')}</span>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconChevronLeft size={14} />}
            aria-disabled={!beyond.includes('left')}
            data-disabled={!beyond.includes('left') || undefined}
            onClick={() => move(-1)}
          >
            {t('forms.columnsBefore')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            rightSection={<IconChevronRight size={14} />}
            aria-disabled={!beyond.includes('right')}
            data-disabled={!beyond.includes('right') || undefined}
            onClick={() => move(1)}
          >
            {t('forms.columnsAfter')}
          </Button>
        </div>
      )}
    </>
  );
}
