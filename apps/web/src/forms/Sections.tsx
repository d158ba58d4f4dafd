import type { Section } from '@pimis/domain/forms/types';
import { isFor } from '@pimis/domain/forms/visibility';
import { useText } from '../i18n/use-text.ts';
import { useEditor } from './context.ts';
import { AnyField } from './fields.tsx';
import { Lazy } from './Lazy.tsx';

const SECTIONS_DRAWN_AT_ONCE = 2;
const FIELD_HEIGHT = 64;

/** A section; one that a condition hides entirely for this viewer has nothing to show and is left out. */
export function SectionPart({ section, index }: { section: Section; index: number }) {
  const { pair } = useText();
  const { viewer } = useEditor();
  const fields = section.fields.filter((field) => isFor(field, viewer));
  if (fields.length === 0) return null;
  return (
    <section id={`section-${section.key}`} className="panel form-section" aria-labelledby={`title-${section.key}`}>
      <h2 id={`title-${section.key}`}>
        {index + 1}. {pair(section.title)}
      </h2>
      <div className="form-grid">
        {fields.map((field) => (
          <Lazy key={field.path} field={field} base={TOP} atOnce={index < SECTIONS_DRAWN_AT_ONCE} height={FIELD_HEIGHT}>
            <AnyField field={field} base={TOP} />
          </Lazy>
        ))}
      </div>
    </section>
  );
}

const TOP: readonly never[] = [];
