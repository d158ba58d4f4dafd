import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { IconChartBar, IconTable } from '../../ui/icons.ts';

interface ChartHeadProps {
  /** The id of the heading, which names the panel. */
  id: string;
  title: string;
  tools?: ReactNode;
  asTable: boolean;
  onSwitch: (asTable: boolean) => void;
}

/** The head of a chart: its title, its tools, and the switch between chart and table. */
export function ChartHead({ id, title, tools, asTable, onSwitch }: ChartHeadProps) {
  const { t } = useText();
  const other = t(asTable ? 'portfolioViews.asChart' : 'portfolioViews.asTable');
  return (
    <div className="panel-head">
      <h2 id={id} style={{ marginRight: 'auto' }}>
        {title}
      </h2>
      <div className="portfolio-head-tools">
        {tools}
        <Button
          variant="subtle"
          size="compact-sm"
          className="no-print"
          leftSection={asTable ? <IconChartBar size={15} aria-hidden /> : <IconTable size={15} aria-hidden />}
          onClick={() => onSwitch(!asTable)}
          aria-label={`${other}: ${title}`}
        >
          {other}
        </Button>
      </div>
    </div>
  );
}
