import { useEffect, useState } from 'react';

const sections = () => [...document.querySelectorAll<HTMLElement>('.form-section')];
/** Where a section counts as reached: below what sticks at the top of the screen. */
const REACHED = 220;

/** The section that one looks at: the last one whose beginning has come up to the head. */
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

/** Brings a section to the top of the screen and the cursor to its heading. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/** To the section after the one with the cursor (or in view), or before it. */
export function goToNextSection(direction: 1 | -1): void {
  const all = sections();
  const own = document.activeElement?.closest('.form-section')?.id ?? sectionInView();
  const next = all[all.findIndex(({ id }) => id === own) + direction];
  if (next) goToSection(next.id);
}
