import { memo, type ReactNode, useId } from 'react';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { cellKey } from '@pimis/domain/portfolio/scenario/types';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { useText } from '../../../i18n/use-text.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { inMillions } from './millions.ts';
import './need-table.css';

/** The need of a year and a source compared with its ceiling, in whole hundredths. */
export interface NeedCell {
  need: bigint;
  ceiling: bigint | null;
  over: bigint;
}

interface NeedTableProps {
  caption: string;
  /** Whether to show the unit; false if the screen shows it elsewhere. */
  saysUnit?: boolean;
  years: readonly number[];
  sources: readonly string[];
  cells: ReadonlyMap<string, NeedCell>;
  /** Shows the projects behind a number; without a source, of all sources. */
  onNeed?: ((year: number, source: string | null) => void) | undefined;
  /** Changes a ceiling; undefined if the user may not. */
  onCeiling?: ((year: number, source: string) => void) | undefined;
  /** Also offers to set missing ceilings; existing ones can be changed without it. */
  offersCeilings?: boolean;
  /** A row below the sources. */
  foot?: ReactNode;
}

/** Needs by source and year, in millions, with their ceilings; each number can be opened. */
export const NeedTable = memo(function NeedTable({
  caption,
  saysUnit = true,
  years,
  sources,
  cells,
  onNeed,
  onCeiling,
  offersCeilings = true,
  foot,
}: NeedTableProps) {
  const { t, pair, amount } = useText();
  const heading = useId();
  const millions = (value: bigint) => amount(inMillions(value));
  const whole = (value: bigint) => amount(fromHundredths(value));
  const sums = years.map((year) =>
    sources.reduce((sum, source) => sum + (cells.get(cellKey(year, source))?.need ?? 0n), 0n),
  );
  return (
    // A region that scrolls can be reached by keyboard.
    <div className="need-scroll" role="region" aria-labelledby={heading} tabIndex={0}>
      <table className="need-table">
        <caption id={heading}>
          <span>
            {caption} {saysUnit && <span className="meta">{t('fiscal.millions')}</span>}
          </span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('fiscal.source')}</th>
            {years.map((year) => (
              <th key={year} scope="col" className="amount">
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source}>
              <th scope="row">{pair(sourceText(source))}</th>
              {years.map((year) => {
                const cell = cells.get(cellKey(year, source)) ?? { need: 0n, ceiling: null, over: 0n };
                const place = `${pair(sourceText(source))}, ${year}`;
                return (
                  <td key={year} className="amount" data-over={cell.over > 0n || undefined}>
                    {onNeed && cell.need > 0n ? (
                      <button
                        type="button"
                        className="link-button"
                        title={whole(cell.need)}
                        aria-label={t('fiscal.showProjects', { place, amount: millions(cell.need) })}
                        onClick={() => onNeed(year, source)}
                      >
                        {millions(cell.need)}
                      </button>
                    ) : (
                      <span title={whole(cell.need)}>{cell.need === 0n ? '–' : millions(cell.need)}</span>
                    )}
                    <CeilingPart
                      place={place}
                      cell={cell}
                      written={cell.ceiling === null ? null : millions(cell.ceiling)}
                      full={cell.ceiling === null ? null : whole(cell.ceiling)}
                      onChange={
                        onCeiling && (offersCeilings || cell.ceiling !== null)
                          ? () => onCeiling(year, source)
                          : undefined
                      }
                    />
                    {cell.over > 0n && (
                      <span className="need-over" title={whole(cell.over)}>
                        <IconAlertTriangle size={14} aria-hidden />{' '}
                        {t('fiscal.overBy', { amount: millions(cell.over) })}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('fiscal.allSources')}</th>
            {sums.map((need, index) => (
              <td key={years[index]} className="amount" title={whole(need)}>
                {onNeed && need > 0n ? (
                  <button
                    type="button"
                    className="link-button"
                    aria-label={t('fiscal.showProjects', {
                      place: `${t('fiscal.allSources')}, ${years[index]}`,
                      amount: millions(need),
                    })}
                    onClick={() => onNeed(years[index] ?? 0, null)}
                  >
                    {millions(need)}
                  </button>
                ) : (
                  millions(need)
                )}
              </td>
            ))}
          </tr>
          {foot}
        </tfoot>
      </table>
    </div>
  );
});

interface CeilingPartProps {
  place: string;
  cell: NeedCell;
  written: string | null;
  full: string | null;
  onChange: (() => void) | undefined;
}

function CeilingPart({ place, cell, written, full, onChange }: CeilingPartProps) {
  const { t } = useText();
  if (!onChange) return <span className="meta need-ceiling">{written && t('fiscal.of', { amount: written })}</span>;
  return (
    <button
      type="button"
      className={`link-button need-ceiling${written === null ? ' no-print' : ''}`}
      title={full ?? undefined}
      aria-label={
        written === null ? t('fiscal.setCeilingOf', { place }) : t('fiscal.changeCeilingOf', { place, amount: written })
      }
      onClick={onChange}
    >
      {cell.ceiling === null ? t('fiscal.setCeiling') : t('fiscal.of', { amount: written ?? '' })}
    </button>
  );
}
