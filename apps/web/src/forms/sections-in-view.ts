import { useEffect, useState } from 'react';

const sections = () => [...document.querySelectorAll<HTMLElement>('.form-section')];

/** Space between the head and the section below it, in pixels. */
const GAP = 12;
/** A section counts as reached a little before it is at the head. */
const NEAR = 24;
const INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
/** Frames in which sections above may still be rendered, which moves the landed one. */
const FRAMES = 20;

/** The lower edge of what covers the top of the page: the head of the form, where it sticks there. */
function coveredTop(): number {
  const head = document.querySelector<HTMLElement>('.form-head');
  if (!head) return 0;
  const { position, top } = getComputedStyle(head);
  return position === 'sticky' ? Number.parseFloat(top) + head.offsetHeight : 0;
}

/** The section that a click or key led to, and the position of the page then. It is marked until the page scrolls. */
let landed: { id: string; scrollY: number } | null = null;

/** The present section: the landed one, otherwise the last one whose beginning has reached the head. */
function sectionInView(): string {
  if (landed && Math.abs(landed.scrollY - window.scrollY) <= 1) return landed.id;
  landed = null;
  const all = sections();
  const edge = coveredTop() + GAP + NEAR;
  const reached = all.findLast((section) => section.getBoundingClientRect().top <= edge);
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
    document.addEventListener(LANDED, look);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
      document.removeEventListener(LANDED, look);
    };
  }, []);
  return shown;
}

/** Sent when a section was landed on: a page that is at its end does not scroll. */
const LANDED = 'pimis:section-landed';

/**
 * Places a section below the head and focuses its heading. It is placed again while sections are rendered, which
 * changes their heights.
 */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  let frames = 0;
  const place = () => {
    window.scrollBy(0, section.getBoundingClientRect().top - coveredTop() - GAP);
    landed = { id, scrollY: window.scrollY };
    document.dispatchEvent(new Event(LANDED));
  };
  // A person who does something meanwhile keeps their place.
  const input = new AbortController();
  for (const name of INPUT) window.addEventListener(name, () => input.abort(), { signal: input.signal, capture: true });
  const settle = () => {
    if (input.signal.aborted) return;
    place();
    frames += 1;
    if (frames < FRAMES) requestAnimationFrame(settle);
    else input.abort();
  };
  place();
  requestAnimationFrame(settle);
}

/** Goes to the section that the address names, as links from the check before sending do. */
export function useSectionOfAddress(): void {
  useEffect(() => {
    const { hash } = window.location;
    if (hash.startsWith('#section-')) goToSection(hash.slice(1));
  }, []);
}

/** Moves to the section after or before the one with the focus or in view. */
export function goToNextSection(direction: 1 | -1): void {
  const all = sections();
  const own = document.activeElement?.closest('.form-section')?.id ?? sectionInView();
  const next = all[all.findIndex(({ id }) => id === own) + direction];
  if (next) goToSection(next.id);
}
