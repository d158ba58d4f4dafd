import type { KeyboardEvent, ReactNode } from 'react';
import type { TimelineLayout } from '@pimis/charts/timeline-layout';
import { FONT_SIZE, themed, widthOf } from '@pimis/charts/svg';
import { useText } from '../../../i18n/use-text.ts';
import { useReportsFailure } from '../../../ui/reported-failures.ts';

/** Buttons of the rows of a timeline, within its drawing. The list gives the tab key to those of one row. */

const SIDE = 24;
const TEXT_ROOM = 8;

interface RowButtonProps {
  label: string;
  isOpen?: boolean;
  box: { x: number; y: number; width: number; height: number };
  onPress: () => void;
  children: ReactNode;
}

function RowButton({ label, isOpen, box, onPress, children }: RowButtonProps) {
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPress();
  };
  return (
    <g
      className="timeline-button"
      role="button"
      tabIndex={-1}
      aria-label={label}
      aria-expanded={isOpen}
      onClick={onPress}
      onKeyDown={byKey}
    >
      <title>{label}</title>
      <rect {...box} rx={3} />
      {children}
    </g>
  );
}

interface PlacedProps {
  y: number;
  layout: TimelineLayout;
}

interface OpenerProps extends PlacedProps {
  code: string;
  /** Code and name. */
  project: string;
  isOpen: boolean;
  onToggle: (code: string) => void;
}

/** Opens and closes a project, before its name. */
export function Opener({ code, project, isOpen, y, layout, onToggle }: OpenerProps) {
  const { t } = useText();
  const top = layout.left > 0 ? y + (layout.row - SIDE) / 2 : y - 2;
  const middle = top + SIDE / 2;
  return (
    <RowButton
      label={t('timeline.activities.of', { project })}
      isOpen={isOpen}
      box={{ x: 0, y: top, width: SIDE, height: SIDE }}
      onPress={() => onToggle(code)}
    >
      <path d={isOpen ? `M7 ${middle - 2}l5 5l5 -5` : `M10 ${middle - 5}l5 5l-5 5`} />
    </RowButton>
  );
}

interface RetryProps extends PlacedProps {
  failure: Error;
  /** The left edge on a narrow screen, where the button is below the text of its row. */
  indent: number;
  onPress: () => void;
}

/** Asks again for activities that were not loaded. */
export function Retry({ failure, indent, y, layout, onPress }: RetryProps) {
  const { t } = useText();
  useReportsFailure(failure);
  const label = t('common.retry');
  const isBeside = layout.left > 0;
  const [x, top] = [
    isBeside ? layout.left : indent,
    isBeside ? y + (layout.row - SIDE) / 2 : y + layout.row - SIDE + 1,
  ];
  return (
    <RowButton label={label} box={{ x, y: top, width: widthOf(label) + 2 * TEXT_ROOM, height: SIDE }} onPress={onPress}>
      <text x={x + TEXT_ROOM} y={top + 16} fontSize={FONT_SIZE} fill={themed('accent')} aria-hidden>
        {label}
      </text>
    </RowButton>
  );
}
