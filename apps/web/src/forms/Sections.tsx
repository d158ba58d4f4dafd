import { sectionPlace } from '@pimis/domain/forms/remarks';
import type { Section } from '@pimis/domain/forms/types';
import { isFor } from '@pimis/domain/forms/visibility';
import type { FocusEvent } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { CopiedInSection } from './CopiedMark.tsx';
import { AnyField } from './fields.tsx';
import { onFirstScreen } from './first-screen.ts';
import { RemarksAt } from './remarks/RemarksAt.tsx';
import { afterPointerRelease } from './pointer-held.ts';
import { Lazy } from './Lazy.tsx';
import type { FormStore } from './store.ts';

const FIELD_HEIGHT = 64;

/** A section; it is left out if this viewer sees none of its fields. */
export function SectionPart({ section, index }: { section: Section; index: number }) {
  const { pair } = useText();
  const { viewer, store } = useEditor();
  const fields = section.fields.filter((field) => isFor(field, viewer));
  if (fields.length === 0) return null;
  const first = section.fields.slice(
    0,
    onFirstScreen(store.definition.sections, index, store.values, window.innerHeight),
  );
  return (
    <section
      id={`section-${section.key}`}
      className="panel form-section"
      aria-labelledby={`title-${section.key}`}
      onFocus={() => store.open(section.key)}
      onBlur={(event) => {
        leavePlace(event, store);
        if (!event.currentTarget.contains(event.relatedTarget)) store.lookThrough(section.key);
      }}
    >
      <h2 id={`title-${section.key}`} tabIndex={-1}>
        {index + 1}. {pair(section.title)}
      </h2>
      <CopiedInSection section={section} />
      <RemarksAt place={sectionPlace(section.key)} label={pair(section.title)} />
      <div className="form-grid">
        {fields.map((field) => (
          <Lazy key={field.path} field={field} base={TOP} atOnce={first.includes(field)} height={FIELD_HEIGHT}>
            <AnyField field={field} base={TOP} />
          </Lazy>
        ))}
      </div>
    </section>
  );
}

/**
 * Reports to the store the place that lost the focus; an element that replaces a field's input belongs to that field.
 */
function leavePlace({ target }: FocusEvent, store: FormStore): void {
  const place = target.closest<HTMLElement>('[data-place]');
  const name = place?.dataset.place;
  if (!place || name === undefined) return;
  queueMicrotask(() => {
    if (place.contains(document.activeElement)) return;
    // A message that appears during a press would move the pressed element.
    afterPointerRelease(() => store.leave(name));
  });
}

const TOP: readonly never[] = [];
