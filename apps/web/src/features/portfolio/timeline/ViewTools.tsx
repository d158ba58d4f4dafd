import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { TIMELINE_ZOOMS, type TimelineView } from '@pimis/charts/timeline-window';
import { useText } from '../../../i18n/use-text.ts';
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons.ts';
import type { Moves } from './use-moves.ts';

interface ViewToolsProps {
  view: TimelineView;
  moves: Pick<Moves, 'earlier' | 'later'>;
  onChange: (view: TimelineView) => void;
}

/** Chooses how much time is in view, and moves through it. */
export function ViewTools({ view, moves, onChange }: ViewToolsProps) {
  const { t } = useText();
  const mover = (name: 'earlier' | 'later') => (
    // Disabled without losing the focus, so that a key pressed again at the end does not fall to the page.
    <ActionIcon
      variant="default"
      size="md"
      aria-label={t(`timeline.view.${name}`)}
      title={t(`timeline.view.${name}`)}
      data-disabled={moves[name] === undefined || undefined}
      aria-disabled={moves[name] === undefined}
      onClick={() => moves[name]?.()}
    >
      {name === 'earlier' ? <IconChevronLeft size={16} /> : <IconChevronRight size={16} />}
    </ActionIcon>
  );
  return (
    <div className="timeline-view no-print" role="group" aria-label={t('timeline.view.name')}>
      <SegmentedControl
        aria-label={t('timeline.view.zoom')}
        size="xs"
        value={view.zoom}
        onChange={(zoom) => onChange({ ...view, zoom })}
        data={TIMELINE_ZOOMS.map((value) => ({ value, label: t(`timeline.view.zooms.${value}`) }))}
      />
      {view.zoom !== 'fit' && (
        <>
          {mover('earlier')}
          <Button variant="default" size="xs" onClick={() => onChange({ ...view, from: undefined })}>
            {t('timeline.view.usual')}
          </Button>
          {mover('later')}
        </>
      )}
    </div>
  );
}
