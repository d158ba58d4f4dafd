import { useEffect, useState } from 'react';

const sections = () => [...document.querySelectorAll<HTMLElement>('.form-section')];
/** The height below which a section counts as reached: under the sticky head. */
const REACHED = 220;

/** The present section: the last one whose beginning has reached the head. */
function sectionInView(): string {
  const all = sections();
  const reached = all.findLast((section) => section.getBoundingClientRect().top <= REACHED);
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
  return (atEnd ? all.at(-1) : (reached ?? all[0]))?.id ?? '';
}

export function useSectionInView(): string {
  const [shown, setShown] = useState('');
  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setShown(sectionInView()));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  return shown;
}

/** Scrolls to a section and focuses its heading. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/** Moves to the section after or before the one with the focus or in view. */
export function goToNextSection(direction: 1 | -1): void {
  const all = sections();
  const own = document.activeElement?.closest('.form-section')?.id ?? sectionInView();
  const next = all[all.findIndex(({ id }) => id === own) + direction];
  if (next) goToSection(next.id);
}
