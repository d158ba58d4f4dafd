import { Link } from '@tanstack/react-router';
import { SECTORS } from '@pimis/domain/constants';
import { fromHundredths } from '@pimis/domain/money/decimal';
import type { NeedLine } from '@pimis/domain/portfolio/fiscal-calendar';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { projectsAddress } from '../filter.ts';
import './need-table.css';

interface SectorTableProps {
  lines: readonly NeedLine[];
  years: readonly number[];
  filter: TableState;
  onCeiling?: ((year: number, source: string, sector: number) => void) | undefined;
  /** Also offers to set missing ceilings; existing ones can be changed without it. */
  offersCeilings: boolean;
}

/**
 * Needs of all sources by sector and year, with ceilings of sectors. A number links to its projects; a row does not,
 * because there is no filter for "from this source in any of these years".
 */
export function SectorTable({ lines, years, filter, onCeiling, offersCeilings }: SectorTableProps) {
  const { t, pair, amount } = useText();
  const money = (value: bigint) => amount(fromHundredths(value));
  const own = lines.filter(({ sector }) => sector !== null);
  const sectors = SECTORS.filter((sector) => own.some((line) => line.sector === sector));
  if (sectors.length === 0) return null;
  return (
    <details className="portfolio-folded">
      <summary>{t('fiscal.bySector')}</summary>
      <div className="need-scroll" role="region" aria-label={t('fiscal.bySector')} tabIndex={0}>
        <table className="need-table">
          <thead>
            <tr>
              <th scope="col">{t('fiscal.sector')}</th>
              <th scope="col">{t('fiscal.source')}</th>
              {years.map((year) => (
                <th key={year} scope="col" className="amount">
                  {year}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sectors.flatMap((sector) => {
              const ofSector = own.filter((line) => line.sector === sector);
              const sources = [...new Set(ofSector.map(({ source }) => source))];
              return sources.map((source) => (
                <tr key={`${sector} ${source}`}>
                  <th scope="row">{t(`projects.sectors.${sector}`)}</th>
                  <td>{pair(sourceText(source))}</td>
                  {years.map((year) => {
                    const line = ofSector.find((one) => one.year === year && one.source === source);
                    // A ceiling of 0 is a ceiling: nothing may be spent.
                    const ceiling = line?.ceiling ?? null;
                    const place = `${t(`projects.sectors.${sector}`)}, ${pair(sourceText(source))}, ${year}`;
                    return (
                      <td key={year} className="amount" data-over={(line?.over ?? 0n) > 0n || undefined}>
                        {line && line.need > 0n ? (
                          <Link
                            to={projectsAddress(filter, { sector: String(sector), fiscalNeed: `${year}:${source}` })}
                            title={place}
                          >
                            {money(line.need)}
                          </Link>
                        ) : (
                          '–'
                        )}
                        {onCeiling && (offersCeilings || ceiling !== null) ? (
                          <button
                            type="button"
                            className={`link-button need-ceiling${ceiling === null ? ' no-print' : ''}`}
                            aria-label={
                              ceiling === null
                                ? t('fiscal.setCeilingOf', { place })
                                : t('fiscal.changeCeilingOf', { place, amount: money(ceiling) })
                            }
                            onClick={() => onCeiling(year, source, sector)}
                          >
                            {ceiling === null ? t('fiscal.setCeiling') : t('fiscal.of', { amount: money(ceiling) })}
                          </button>
                        ) : (
                          ceiling !== null && (
                            <span className="meta need-ceiling">{t('fiscal.of', { amount: money(ceiling) })}</span>
                          )
                        )}
                        {line && line.over > 0n && (
                          <span className="need-over">{t('fiscal.overBy', { amount: money(line.over) })}</span>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ));
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
