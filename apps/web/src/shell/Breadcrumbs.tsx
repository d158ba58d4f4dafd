import { Tooltip } from '@mantine/core';
import { PROJECT_CODE_MAX } from '@pimis/domain/projects/project-code';
import { Link, useMatches } from '@tanstack/react-router';
import { memo } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconChevronLeft, IconChevronRight } from '../ui/icons.ts';
import { type Crumb, useFurtherCrumbs } from '../ui/title.ts';

const MAX_SHOWN = 10;
/**
 * A crumb with at most this many characters is not shortened, because too little of it would remain. The working name
 * of a project above the present page is not shortened either, because it identifies the project.
 */
const SHORT = 12;
/** A shortened name is shown in full in a tooltip. */
const WHOLE = { hover: true, focus: true, touch: false };
/** Only the exact address is marked as the present page, not those above it. */
const EXACT = { exact: true };

/** The crumbs that the matched routes declare, at most ten. */
export const Breadcrumbs = memo(function Breadcrumbs() {
  const { t, data, pair } = useText();
  const matches = useMatches();
  const further = useFurtherCrumbs();
  const crumbs = matches
    .flatMap((match): Crumb[] => {
      const { crumb, crumbParam, crumbTo, named } = match.staticData;
      const params = match.params as Record<string, string | undefined>;
      const name = named?.(params);
      const text = name ? pair(name) : crumbParam ? params[crumbParam] : crumb ? t(crumb) : undefined;
      return text ? [{ text: data(text), to: crumbTo ?? match.pathname }] : [];
    })
    .concat(further)
    .slice(0, MAX_SHOWN);
  const [here, above] = [crumbs.at(-1), crumbs.at(-2)];
  return (
    <nav aria-label={t('frame.breadcrumbs')} style={{ marginRight: 'auto', minWidth: 0 }}>
      <div className="shell-place">
        {above?.to !== undefined && (
          <Link
            to={above.to}
            activeOptions={EXACT}
            className="shell-back"
            aria-label={t('shell.backTo', { place: above.text })}
          >
            <IconChevronLeft size={20} aria-hidden />
          </Link>
        )}
        <span className="strong" title={here?.text}>
          {here?.text}
        </span>
      </div>
      <ol className="shell-crumbs">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li
              key={`${crumb.to}${crumb.text}`}
              style={{ display: 'flex', alignItems: 'center', gap: 8 }}
              data-short={crumb.text.length <= (last ? SHORT : PROJECT_CODE_MAX) || undefined}
            >
              {index > 0 && <IconChevronRight size={14} aria-hidden color="var(--p-text-3)" />}
              {last || crumb.to === undefined ? (
                <span className="strong" aria-current="page" title={crumb.text}>
                  {crumb.text}
                </span>
              ) : (
                <Tooltip label={crumb.text} events={WHOLE} multiline maw={420}>
                  <Link to={crumb.to} activeOptions={EXACT}>
                    {crumb.text}
                  </Link>
                </Tooltip>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
});
