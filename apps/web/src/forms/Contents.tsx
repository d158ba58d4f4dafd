import { useMediaQuery } from '@mantine/hooks';
import { sectionOfPlace } from '@pimis/domain/forms/remarks';
import type { Section } from '@pimis/domain/forms/types';
import { isFor } from '@pimis/domain/forms/visibility';
import { useText } from '../i18n/use-text.ts';
import { IconAlertTriangle, IconCheck, IconExclamationCircle, IconMessageReply, IconPencil } from '../ui/icons.ts';
import { useEditor } from './context.ts';
import { isOpen, useRemarks } from './remarks/remarks.ts';
import { sectionProgress } from './progress.ts';
import { goToSection, useSectionInView } from './sections-in-view.ts';
import type { FormStore } from './store.ts';
import { useStore } from './use-store.ts';

/** Beside the form on a wide screen, folded above it on a narrow one. */
const WIDE = '(min-width: 1001px)';

/** Table of contents with the number of missing fields of each section, or of its errors and warnings. */
export function Contents({ store, sections }: { store: FormStore; sections: readonly Section[] }) {
  const { t, pair } = useText();
  const { viewer, editable } = useEditor();
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const inView = useSectionInView();
  const { all } = useRemarks();
  useStore(store, (state) => state.version);
  return (
    <nav id="form-contents" tabIndex={-1} className="form-contents" aria-label={t('forms.contents')}>
      <details open={wide}>
        <summary>{t('forms.contents')}</summary>
        <ol>
          {sections.map((section, index) => {
            if (!section.fields.some((field) => isFor(field, viewer))) return null;
            const { errors, warnings, missing, opened } = sectionProgress(store, section);
            // A section without fields for this viewer cannot be opened.
            const looked = opened || (!store.isNew && !section.fields.some(editable));
            const remarks = all.filter(
              (remark) => isOpen(remark) && sectionOfPlace(store.definition, remark.place) === section,
            ).length;
            return (
              <li key={section.key}>
                <a
                  href={`#section-${section.key}`}
                  aria-current={inView === `section-${section.key}` ? 'true' : undefined}
                  onClick={(event) => {
                    event.preventDefault();
                    goToSection(`section-${section.key}`);
                  }}
                >
                  <span className="meta">{index + 1}</span>
                  <span style={{ flex: 1 }}>{pair(section.title)}</span>
                  {errors > 0 && <Count kind="stopped" count={errors} label={t('forms.errors', { count: errors })} />}
                  {warnings > 0 && (
                    <Count kind="paused" count={warnings} label={t('forms.warnings', { count: warnings })} />
                  )}
                  {remarks > 0 && (
                    <Count
                      kind="request"
                      count={remarks}
                      label={t('projects.page.remarks.openCount', { count: remarks })}
                    />
                  )}
                  {missing > 0 && <Count kind="entry" count={missing} label={t('forms.missing', { count: missing })} />}
                  {looked && errors + warnings + missing + remarks === 0 && (
                    <IconCheck size={16} color="var(--p-good)" role="img" aria-label={t('forms.noProblems')} />
                  )}
                </a>
              </li>
            );
          })}
        </ol>
      </details>
    </nav>
  );
}

const COUNT_ICONS = {
  stopped: IconExclamationCircle,
  paused: IconAlertTriangle,
  request: IconMessageReply,
  entry: IconPencil,
} as const;

function Count({ kind, count, label }: { kind: keyof typeof COUNT_ICONS; count: number; label: string }) {
  const Icon = COUNT_ICONS[kind];
  return (
    <span
      className="chip"
      role="img"
      aria-label={label}
      style={{ background: `var(--p-chip-${kind})`, color: `var(--p-chip-${kind}-text)`, padding: '0 6px' }}
    >
      <Icon size={14} aria-hidden /> {count}
    </span>
  );
}
