import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sourceText } from '@pimis/domain/portfolio/source-text';
import { useText } from '../../../i18n/use-text.ts';
import type { TableState } from '../../../ui/DataTable/state.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Failed } from '../../../ui/Failed.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { portfolioParameters, projectsAddress } from '../filter.ts';
import { numberQuery } from './api.ts';

interface NumberDialogProps {
  filter: TableState;
  year: number;
  /** Null: all sources. */
  source: string | null;
  onClose: () => void;
}

/** The projects behind a number of the calendar, the largest first. */
export function NumberDialog({ filter, year, source, onClose }: NumberDialogProps) {
  const { t, pair, amount, data: script } = useText();
  const parameters = portfolioParameters(filter, {
    year: String(year),
    ...(source === null ? {} : { needSource: source }),
  });
  const { data, error, refetch } = useQuery(numberQuery(parameters));
  return (
    <Dialog
      opened
      onClose={onClose}
      width="compare"
      title={t('fiscal.projectsOf', {
        place: `${source === null ? t('fiscal.allSources') : pair(sourceText(source))}, ${year}`,
      })}
    >
      <p>
        <Link to={projectsAddress(filter, { fiscalNeed: source === null ? String(year) : `${year}:${source}` })}>
          {t('fiscal.inTable')}
        </Link>
      </p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Waiting />}
      {data && (
        <>
          <table className="need-table">
            <thead>
              <tr>
                <th scope="col">{t('fiscal.project')}</th>
                <th scope="col" className="amount">
                  {t('fiscal.needed')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.code}>
                  <th scope="row" style={{ maxWidth: 'none' }}>
                    <Link to="/projects/$projectCode" params={{ projectCode: row.code }}>
                      {script(row.name)}
                    </Link>
                    <div className="meta">
                      {row.code} · {script(row.organizationName)} ·{' '}
                      {row.planned ? t('fiscal.byPlan') : t('fiscal.byForm')}
                    </div>
                  </th>
                  <td className="amount">{amount(row.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {data.totalRows > data.rows.length && (
            <p className="meta">{t('fiscal.andMore', { count: data.totalRows - data.rows.length })}</p>
          )}
        </>
      )}
    </Dialog>
  );
}
