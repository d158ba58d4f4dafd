import { useElementSize } from '@mantine/hooks';
import { FUNDING_LIMIT, INACTIVITY_LIMIT_DAYS } from '@pimis/domain/indicators/constants';
import { useText } from '../../i18n/use-text.ts';
import type { Group, Row } from './columns.ts';

interface Series {
  name: string;
  color: string;
  /** Null interrupts the line. */
  points: (number | null)[];
}

const WIDEST = 720;
const NARROWEST = 280;
const HEIGHT = 220;
const LEFT = 64;
const BOTTOM = 28;
const TOP = 14;
/** Half of the last quarter's label, so that it is not cut. */
const RIGHT = 28;
/** The space for a quarter's label. */
const NAME_WIDTH = 56;
const STEPS = 4;
const HUNDREDTHS = 100;

const quarterName = (row: Row | undefined) => (row ? `${row.year}-${row.quarter}` : '');

const numbers = (rows: readonly Row[], path: string): (number | null)[] =>
  rows.map((row) => {
    const value = row[path];
    return value === null || value === undefined ? null : Number(value);
  });

/** A round upper bound of the axis. */
function ceiling(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const magnitude = 10 ** Math.floor(Math.log10(most));
  return Math.ceil(most / (magnitude / 2)) * (magnitude / 2);
}

/** Values of an indicator by quarter, with its limit. */
export function IndicatorChart({ group, rows }: { group: Group; rows: readonly Row[] }) {
  const { t, amount } = useText();
  const { ref, width } = useElementSize();
  // The chart has the width of its place, so that texts keep their size on a narrow screen.
  const drawnWidth = Math.min(WIDEST, Math.max(NARROWEST, Math.round(width) || WIDEST));
  const actual = { name: t('indicators.actual'), color: 'var(--p-accent)' };
  const planned = { name: t('indicators.planned'), color: 'var(--p-text-2)' };
  const series: Record<Group, Series[]> = {
    timeToProjectImplementation: [
      { ...actual, points: numbers(rows, 'value') },
      { ...planned, points: numbers(rows, 'initialValue') },
    ],
    fundingAdequacyIndicator: [{ ...actual, points: numbers(rows, 'value') }],
    inactivity: (['25', '50', '75'] as const).map((step, index) => ({
      name: `${step} %`,
      color: ['var(--p-accent)', 'var(--p-warning)', 'var(--p-chip-commission-text)'][index] ?? 'var(--p-accent)',
      points: numbers(rows, `inactivity${step}`),
    })),
  };
  const limit =
    group === 'fundingAdequacyIndicator'
      ? Number(FUNDING_LIMIT) / HUNDREDTHS
      : group === 'inactivity'
        ? INACTIVITY_LIMIT_DAYS
        : null;
  const lines = series[group];
  const drawn = lines.flatMap(({ points }) => points.filter((value) => value !== null));
  const top = ceiling([...drawn, limit ?? 0]);
  const x = (index: number) =>
    rows.length === 1
      ? (LEFT + drawnWidth - RIGHT) / 2
      : LEFT + (index * (drawnWidth - LEFT - RIGHT)) / (rows.length - 1);
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP);
  const every = Math.ceil((rows.length * NAME_WIDTH) / (drawnWidth - LEFT - RIGHT));
  const title = t('indicators.chart', { title: t(`indicators.tabs.${group}`) });
  const whole = (value: number) => amount(value.toFixed(2)).replace(/,00$/, '');
  return (
    <figure className="indicator-chart" ref={ref}>
      <svg viewBox={`0 0 ${drawnWidth} ${HEIGHT}`} role="img" aria-label={title}>
        {Array.from({ length: STEPS + 1 }, (_, step) => {
          const value = (top * step) / STEPS;
          return (
            <g key={step}>
              <line x1={LEFT} x2={drawnWidth - RIGHT} y1={y(value)} y2={y(value)} stroke="var(--p-line)" />
              <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
                {whole(value)}
              </text>
            </g>
          );
        })}
        {rows.map((row, index) =>
          (rows.length - 1 - index) % every === 0 ? (
            <text key={quarterName(row)} x={x(index)} y={HEIGHT - 8} textAnchor="middle">
              {quarterName(row)}
            </text>
          ) : null,
        )}
        {limit !== null && (
          <line
            x1={LEFT}
            x2={drawnWidth - RIGHT}
            y1={y(limit)}
            y2={y(limit)}
            stroke="var(--p-error)"
            strokeDasharray="5 4"
          />
        )}
        {lines.toReversed().map((line) => (
          <g key={line.name} stroke={line.color} fill={line.color}>
            {line.points.map((value, index) => {
              const before = line.points[index - 1];
              if (value === null) return null;
              return (
                <g key={quarterName(rows[index])}>
                  {before !== null && before !== undefined && (
                    <line x1={x(index - 1)} y1={y(before)} x2={x(index)} y2={y(value)} strokeWidth={2} />
                  )}
                  <circle cx={x(index)} cy={y(value)} r={3.5} />
                </g>
              );
            })}
          </g>
        ))}
      </svg>
      <figcaption>
        {lines.map((line) => (
          <span key={line.name}>
            <span className="swatch" style={{ background: line.color }} aria-hidden /> {line.name}
          </span>
        ))}
        {limit !== null && (
          <span>
            <span className="swatch limit" aria-hidden /> {t('indicators.limit')}: {whole(limit)}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
