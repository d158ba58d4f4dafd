import { memo } from 'react';
import { type TimelineLayout, type TimelineNames } from '@pimis/charts/timeline-layout';
import { TimelineHeadingMark, TimelineRowMark } from '@pimis/charts/timeline-rows';
import { themed } from '@pimis/charts/svg';
import { useText } from '../../../i18n/use-text.ts';
import { Opener, Retry } from './RowButton.tsx';
import type { RowBlock } from './row-blocks.ts';
import { keyOf } from './rows.ts';

const Row = memo(TimelineRowMark);
const RowOpener = memo(Opener);
const Heading = memo(TimelineHeadingMark);

interface RowBlockProps {
  block: RowBlock;
  /** Its upper edge in the list. */
  top: number;
  layout: TimelineLayout;
  names: TimelineNames;
  /** Opens or closes the project with this code. */
  onToggle: (code: string) => void;
  /** The index of the row, and the code of its project. */
  onRetry: (index: number, code: string) => void;
}

/**
 * The rows of a block as a separate drawing, which the browser paints once and keeps while the list scrolls. With a
 * single drawing, each frame would process all rows.
 */
export const RowBlockMark = memo(function RowBlockMark(props: RowBlockProps) {
  const { block, top, layout, names, onToggle, onRetry } = props;
  const { date } = useText();
  const height = block.entries.length * layout.row;
  return (
    <svg className="chart timeline-block" width={layout.width} height={height} style={{ top }} role="presentation">
      {block.entries.map((entry, place) => {
        const at = { y: place * layout.row, layout };
        return (
          <g key={keyOf(entry)} data-index={block.first + place}>
            {entry.kind === 'heading' ? (
              <Heading heading={entry.heading} {...at} paint={themed} />
            ) : (
              <Row row={entry.row} names={names} day={date} {...at} paint={themed} />
            )}
            {entry.kind === 'project' && (
              <RowOpener
                code={entry.row.key}
                project={entry.row.label}
                isOpen={entry.isOpen}
                onToggle={onToggle}
                {...at}
              />
            )}
            {entry.kind === 'activity' && entry.failure && (
              <Retry
                failure={entry.failure}
                indent={entry.row.indent ?? 0}
                onPress={() => onRetry(block.first + place, entry.code)}
                {...at}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
});
