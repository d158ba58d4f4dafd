/** Formatting of pasted text that carries meaning, and parts of its HTML that are not part of the text. */

/**
 * Parts omitted from a pasted text, or pasted without their formatting. `crossed`: struck or hidden cells that were
 * pasted.
 */
export type LeftOut = 'deleted' | 'struck' | 'hidden' | 'comments' | 'look' | 'pictures' | 'crossed';

const styleOf = (element: Element) => element.getAttribute('style') ?? '';

/** Word writes its own properties as well, which the style of an element does not have. */
const HIDDEN = /display\s*:\s*none|mso-hide\s*:\s*(all|screen)|visibility\s*:\s*hidden/i;
const DELETED = /mso-(?:deleted|del-)/i;
const STRUCK = /text-decoration(?:-line)?\s*:[^;]*line-through|text-(?:double)?line-through/i;

const COMMENTS = [
  '.MsoCommentReference',
  '.msocomtxt',
  '.MsoCommentText',
  '.msocomanchor',
  'hr.msocomoff',
  'a[href*="#_msocom"]',
  '[style*="mso-element:comment"]',
  '[style*="mso-element: comment"]',
  '[style*="mso-special-character:comment"]',
].join();

/** Style properties that carry meaning, unlike the default look of an element. */
const PROPERTIES = [
  'display',
  'visibility',
  'font-weight',
  'font-style',
  'text-decoration',
  'text-transform',
  'vertical-align',
];
const WITH_OWN_WEIGHT = 'h1, h2, h3, h4, h5, h6, th';

/** Copies styles from style sheets to the elements themselves, because pasted content loses its style sheets. */
function inlineStyles(page: Document): void {
  for (const style of page.querySelectorAll('style')) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync((style.textContent ?? '').replaceAll(/<!--|-->/g, ''));
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      const named = PROPERTIES.filter((property) => rule.style.getPropertyValue(property) !== '');
      if (named.length === 0) continue;
      for (const element of page.body.querySelectorAll<HTMLElement>(rule.selectorText)) {
        const text = styleOf(element);
        const added = named
          .filter((property) => property !== 'font-weight' || !element.matches(WITH_OWN_WEIGHT))
          .filter((property) => element.style.getPropertyValue(property) === '')
          .map((property) => `${property}:${rule.style.getPropertyValue(property)}`);
        // Set as text, because the browser would drop Word's own properties.
        if (added.length > 0) element.setAttribute('style', [...added, text].join(';'));
      }
    }
  }
}

const RAISED = new Map([...'0123456789+-=()n'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'][at] ?? sign]));
const LOWERED = new Map([...'0123456789+-=()'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][at] ?? sign]));

/** m² stays m² and H₂O stays H₂O; returns whether a sign has no raised or lowered form. */
function shiftSigns(element: Element, signs: ReadonlyMap<string, string>): boolean {
  const text = [...(element.textContent ?? '').trim()];
  if (text.length === 0) return false;
  if (!text.every((sign) => signs.has(sign))) return true;
  element.replaceWith(text.map((sign) => signs.get(sign) ?? sign).join(''));
  return false;
}

const PLAIN_COLOR = /^(?:black|windowtext|auto|inherit|initial|currentcolor|#0{3}|#0{6}|rgb\(0, ?0, ?0\))$/i;
const PLAIN_GROUND = /^(?:white|window|none|auto|transparent|inherit|initial|#f{3}|#f{6}|rgb\(255, ?255, ?255\))$/i;

/** Underlines, font and background tints, which long texts do not have. Those of a link are its own. */
function hasOtherLook(element: Element): boolean {
  if ((element.textContent ?? '').trim() === '' || element.closest('a') || element.querySelector('a')) return false;
  if (element.matches('u, mark')) return true;
  const style = styleOf(element);
  const value = (property: string) =>
    new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim();
  const [color, ground, line] = [value('color'), value('background(?:-color)?'), value('text-decoration(?:-line)?')];
  return (
    (color !== undefined && !PLAIN_COLOR.test(color)) ||
    (ground !== undefined && !PLAIN_GROUND.test(ground)) ||
    /mso-highlight\s*:\s*(?!none|auto)/i.test(style) ||
    (line !== undefined && /underline/i.test(line))
  );
}

/** Removes elements; returns whether a text went with them. */
function remove(elements: Iterable<Element>): boolean {
  let said = false;
  for (const element of elements) {
    if ((element.textContent ?? '').trim() !== '') said = true;
    element.remove();
  }
  return said;
}

const all = (body: HTMLElement, found: (element: Element) => boolean) => [...body.querySelectorAll('*')].filter(found);

const isHidden = (element: Element) => element.hasAttribute('hidden') || HIDDEN.test(styleOf(element));
const isStruck = (element: Element) => element.matches('s, strike') || STRUCK.test(styleOf(element));

/** Whether a copied part of a spreadsheet has struck or hidden cells with a content. */
export function hasCrossedCells(page: Document): boolean {
  inlineStyles(page);
  const crossed = all(page.body, (element) => isHidden(element) || isStruck(element));
  return crossed.some((element) => (element.textContent ?? '').trim() !== '');
}

/**
 * Reduces the content to the text that Word shows when all changes are accepted: without deleted, struck and hidden
 * text, and without comments. Formatting with a meaning is kept in the text itself. Returns the omitted kinds.
 */
export function keepMeaning(page: Document): Set<LeftOut> {
  const { body } = page;
  const left = new Set<LeftOut>();
  inlineStyles(page);
  const note = (what: LeftOut, found: boolean) => {
    if (found) left.add(what);
  };
  note('comments', remove(body.querySelectorAll(COMMENTS)));
  note('deleted', remove(all(body, (element) => element.matches('del, .msoDel') || DELETED.test(styleOf(element)))));
  note('hidden', remove(all(body, isHidden)));
  note('struck', remove(all(body, isStruck)));
  note('look', all(body, hasOtherLook).length > 0);
  for (const element of all(body, (one) => /text-transform\s*:\s*uppercase/i.test(styleOf(one)))) {
    const texts = page.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.nodeValue = (texts.currentNode.nodeValue ?? '').toLocaleUpperCase('sr');
  }
  const shifted = (tag: string, place: string) =>
    all(body, (one) => one.matches(tag) || new RegExp(`vertical-align\\s*:\\s*${place}`, 'i').test(styleOf(one)));
  for (const element of shifted('sup', 'super')) note('look', shiftSigns(element, RAISED));
  for (const element of shifted('sub', 'sub')) note('look', shiftSigns(element, LOWERED));
  // Links within the pasted document, such as those to footnotes, would lead to our own page.
  for (const link of body.querySelectorAll('a')) {
    if (!/^(?:https?:|mailto:)/i.test((link.getAttribute('href') ?? '').trim())) link.replaceWith(...link.childNodes);
  }
  note('pictures', body.querySelector('img') !== null);
  return left;
}
