import { ActionIcon } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { DistrictMap, MAP_RATIO, type Zoom } from '@pimis/charts/map/district-map';
import type { PortfolioMap } from '@pimis/contract/portfolio/overview';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { IconMinus, IconPlus, IconZoomReset } from '../../../ui/icons.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { ChartPanel } from '../ChartPanel.tsx';
import { portfolioParameters, projectsAddress } from '../filter.ts';
import { usePortfolioFilter, useToggledAddress } from '../use-portfolio-filter.ts';
import { useMeasure } from '../MeasureChoice.tsx';
import { formatOf, hasMeasured, measured } from '../measures.ts';
import { PortfolioHead } from '../PortfolioHead.tsx';
import { ViewFailed } from '../ViewFailed.tsx';
import { mapQuery } from './api.ts';
import { PlacesTable } from './PlacesTable.tsx';

const CLOSER = 1.6;
const CLOSEST = 6;
const WIDEST = 1100;
/**
 * The least width, and the height of the rest of the screen, with which the whole country is visible without scrolling.
 */
const NARROWEST = 296;
const ABOVE = 495;
const PERCENT = 100;
const ON_PAPER = 380;
const BELGRADE = '00';

/** The code of the district whose mark has the focus. */
const focusedDistrict = () =>
  document.activeElement?.querySelector('[data-code]')?.getAttribute('data-code') ?? undefined;

/** Projects by district, as a map with its table; municipalities of a chosen district. */
export function MapPage() {
  const { t } = useText();
  const [filter] = usePortfolioFilter();
  const { data, error, refetch } = useQuery(mapQuery(portfolioParameters(filter)));
  if (error && !data) return <ViewFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.all.projects === 0) return <Empty title={t('portfolioViews.none')} hint={t('portfolioViews.noneHint')} />;
  return (
    <>
      <PortfolioHead
        all={data.all}
        filter={filter}
        parts={[
          { part: 'district', title: t('portfolioViews.map.title') },
          { part: 'municipality', title: t('portfolioViews.map.townsTitle') },
        ]}
      />
      <Places map={data} filter={filter} />
    </>
  );
}

interface PlacesProps {
  map: PortfolioMap;
  filter: TableState;
}

function Places({ map, filter }: PlacesProps) {
  const { t } = useText();
  return (
    <div className="portfolio-map">
      <Districts map={map} filter={filter} />
      <section className="panel" aria-label={t('portfolioViews.map.table')}>
        <PlacesTable map={map} filter={filter} />
        <p className="meta portfolio-note" style={{ paddingBottom: 12 }}>
          {map.inSeveral > 0 && `${t('portfolioViews.map.rule', { count: map.inSeveral })} `}
          {map.none.projects > 0 && (
            <Link to={projectsAddress(filter, { district: 'none' })}>
              {t('portfolioViews.map.nowhere', { count: map.none.projects })}
            </Link>
          )}
        </p>
      </section>
    </div>
  );
}

/** The map, a separate component so that zooming does not render the table again. */
function Districts({ map, filter }: PlacesProps) {
  const text = useText();
  const { t, data } = text;
  const [measure] = useMeasure();
  const toggled = useToggledAddress();
  const [zoom, setZoom] = useState<Zoom>({ code: BELGRADE, scale: 1 });
  const format = formatOf(measure, text);
  const { height: measuredScreen } = useViewportSize();
  // The first render has no measurement yet.
  const screen = measuredScreen || window.innerHeight;
  const share = measured(measure, map.none) / measured(measure, map.all);
  const nowhere =
    map.none.projects > 0 && share > 0
      ? t('portfolioViews.map.share', { share: text.charts.percent.full(Math.round(share * PERCENT)) })
      : undefined;
  const title = t('portfolioViews.map.title');
  const zoomBy = (factor: number) =>
    setZoom(({ code, scale }) => ({
      code: focusedDistrict() ?? code,
      scale: Math.min(CLOSEST, Math.max(1, scale * factor)),
    }));
  const byKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    // With Ctrl or Cmd these keys are the browser's.
    if (ctrlKey || metaKey) return;
    if (key === '+' || key === '=') zoomBy(CLOSER);
    if (key === '-') zoomBy(1 / CLOSER);
    if (key === '0') zoomBy(0);
  };
  const districts = map.districts.map((district) => ({
    code: district.key,
    name: data(district.name),
    value: measured(measure, district),
    href: hasMeasured(measure, district) ? toggled({ district: district.key }) : undefined,
    projects: projectsAddress(filter, { district: district.key }),
  }));
  const tools = (
    <>
      {(
        [
          ['closer', IconPlus, CLOSER],
          ['farther', IconMinus, 1 / CLOSER],
          ['whole', IconZoomReset, 0],
        ] as const
      ).map(([key, Icon, factor]) => (
        <ActionIcon
          key={key}
          variant="default"
          size={28}
          className="no-print"
          aria-label={t(`portfolioViews.map.${key}`)}
          // The focus stays on the district that is zoomed to.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => zoomBy(factor)}
        >
          <Icon size={15} />
        </ActionIcon>
      ))}
    </>
  );
  return (
    <div onKeyDown={byKey} role="presentation">
      <ChartPanel
        title={title}
        keys={t('portfolioViews.map.keys')}
        widest={WIDEST}
        note={nowhere}
        onPaper={ON_PAPER}
        tools={tools}
        draw={(width) => (
          <DistrictMap
            title={title}
            width={width}
            districts={districts}
            format={format}
            none={t('portfolioViews.map.nothing')}
            zoom={zoom}
            // On phones and paper the country takes the full width.
            tallest={width > ON_PAPER ? Math.max(NARROWEST * MAP_RATIO, screen - ABOVE) : undefined}
          />
        )}
        table={{
          head: [t('portfolioViews.map.district'), t(`portfolioViews.measures.${measure}`)],
          rows: districts.map(({ name, value }) => [name, format.full(value)]),
          hrefs: districts.map(({ href, projects }) => (href === undefined ? undefined : projects)),
        }}
      />
    </div>
  );
}
