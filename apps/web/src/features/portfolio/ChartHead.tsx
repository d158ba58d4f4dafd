import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useExplained } from '../../ui/explained.tsx';
import { IconChartBar, IconTable } from '../../ui/icons.ts';

interface ChartHeadProps {
  /** The id of the heading, which names the panel. */
  id: string;
  title: string;
  /** How the chart is made, folded. */
  method?: string | undefined;
  tools?: ReactNode;
  asTable: boolean;
  onSwitch: (asTable: boolean) => void;
}

/** The head of a chart: its title, its method, its tools, and the switch between chart and table. */
export function ChartHead({ id, title, method, tools, asTable, onSwitch }: ChartHeadProps) {
  const { t } = useText();
  const { mark, text } = useExplained(title, method);
  const other = t(asTable ? 'portfolioViews.asChart' : 'portfolioViews.asTable');
  return (
    <>
      <div className="panel-head">
        <div className="portfolio-head-name">
          <h2 id={id}>{title}</h2>
          {mark}
        </div>
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
      {text}
    </>
  );
}
