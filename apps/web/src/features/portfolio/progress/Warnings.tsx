import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PortfolioProgress, PortfolioWarning } from '@pimis/contract/portfolio/progress';
import { WARNING_KEYS, WARNING_RULES, type WarningKey } from '@pimis/domain/portfolio/warnings';
import { useText } from '../../../i18n/use-text.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Failed } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { useWarningReason } from '../../../ui/warning-reason.ts';
import { warningsQuery } from './api.ts';
import { MoreButton } from './MoreButton.tsx';

interface WarningsProps {
  counts: PortfolioProgress['warnings'];
  rule: WarningKey | undefined;
  onRule: (rule: WarningKey | undefined) => void;
  parameters: string;
}

/** Warnings, the heaviest first, each with its reason and a link to its project. */
export function Warnings({ counts, rule, onRule, parameters }: WarningsProps) {
  const { t, pair } = useText();
  const query = useInfiniteQuery(warningsQuery(parameters));
  const { data: pages, error, refetch } = query;
  const found = pages?.pages.flatMap(({ warnings }) => warnings) ?? [];
  return (
    <section className="panel portfolio-panel" aria-labelledby="progress-warnings" style={{ marginBottom: 16 }}>
      <div className="panel-head">
        <h2 id="progress-warnings" style={{ marginRight: 'auto' }}>
          {t('portfolioViews.progress.warnings')}
        </h2>
        <NativeSelect
          className="no-print"
          aria-label={t('portfolioViews.progress.warning')}
          value={rule ?? ''}
          onChange={({ currentTarget }) => onRule(WARNING_KEYS.find((key) => key === currentTarget.value))}
          data={[
            { value: '', label: t('portfolioViews.progress.allRules') },
            ...counts.map(({ key, projects }) => ({
              value: key,
              label: `${pair(WARNING_RULES[key].title)} (${projects})`,
            })),
          ]}
        />
      </div>
      {rule && <p className="meta portfolio-note">{pair(WARNING_RULES[rule].rule)}</p>}
      {error && !pages && <Failed error={error} onRetry={() => void refetch()} />}
      {!pages && !error && (
        // The height keeps the following panels below the screen until the rows are loaded, which would otherwise push
        // them away.
        <div style={{ minHeight: '60vh' }}>
          <Waiting lines={3} />
        </div>
      )}
      {pages && found.length === 0 && <Empty title={t('portfolioViews.progress.noWarnings')} />}
      {KINDS.map((kind) => (
        <WarningTable key={kind} kind={kind} warnings={found.filter(({ key }) => WARNING_RULES[key].kind === kind)} />
      ))}
      {found.length > 0 && <MoreButton {...query} />}
    </section>
  );
}

const KINDS = ['works', 'waiting'] as const;

/** The projects with warnings of one kind: each once, with all reasons. */
function WarningTable({ kind, warnings }: { kind: (typeof KINDS)[number]; warnings: readonly PortfolioWarning[] }) {
  const { t, pair, data, charts } = useText();
  const reason = useWarningReason();
  if (warnings.length === 0) return null;
  const title = t(`portfolioViews.progress.kinds.${kind}`);
  return (
    <>
      <h3 className="progress-kind">{title}</h3>
      <div className="portfolio-table portfolio-chart portfolio-rows" role="group" aria-label={title} tabIndex={0}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('portfolioViews.progress.project')}</th>
              <th scope="col">{t('portfolioViews.progress.warning')}</th>
              <th scope="col" className="amount">
                {t('portfolioViews.progress.value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {warnings.map((warning) => (
              <tr key={warning.code}>
                <th scope="row">
                  <Link to="/projects/$projectCode/details" params={{ projectCode: warning.code }}>
                    {data(warning.name)}
                  </Link>
                  <div className="meta">{data(warning.organizationName)}</div>
                </th>
                <td>
                  {[warning.key, ...warning.further].map((key) => (
                    <div key={key} title={pair(WARNING_RULES[key].rule)}>
                      <span className="strong">{pair(WARNING_RULES[key].title)}</span>
                      {': '}
                      {reason({ ...warning, key })}
                    </div>
                  ))}
                </td>
                <td className="amount">{charts.amount.full(Number(warning.value))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
