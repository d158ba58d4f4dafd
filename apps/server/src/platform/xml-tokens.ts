/** What an XML document tells, in its order. Names come without their prefix. */
export interface XmlHandler {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close: (name: string) => void;
  text: (text: string) => void;
}

export class XmlError extends Error {}

/** Most characters of one piece of text: above any cell (32,767 characters, each an entity of ten). */
const MAX_TEXT = 400_000;
/** Most characters of one tag; those of a workbook have some hundred. */
const MAX_TAG = 65_536;
// Sticky, and no part can take what the next one needs: the time grows with the length alone.
const NAME = /[^\s/]+/y;
const ATTRIBUTE = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const [QUOTE, APOSTROPHE, OPEN, CLOSE] = [0x22, 0x27, 0x3c, 0x3e];
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_POINT = 0x10ffff;

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point <= LAST_POINT ? String.fromCodePoint(point) : whole;
  });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(text: string, from: number): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = from; at < text.length; at = ATTRIBUTE.lastIndex) {
    ATTRIBUTE.lastIndex = at;
    const part = ATTRIBUTE.exec(text);
    if (!part) {
      if (text.slice(at).trim() !== '') throw new XmlError('attribute');
      break;
    }
    found[localName(part[1] ?? '')] = decode(part[2] ?? part[3] ?? '');
  }
  return found;
}

/**
 * Reads XML piece by piece and holds no more than one token of it. Documents that define entities are refused, and
 * so are tokens beyond any sense. Error: XmlError.
 */
export class XmlReader {
  private rest = '';
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly handler: XmlHandler;

  constructor(handler: XmlHandler) {
    this.handler = handler;
  }

  write(bytes: Uint8Array): void {
    this.rest += this.decoder.decode(bytes, { stream: true });
    let at = 0;
    for (;;) {
      const next = this.token(at);
      if (next === at) break;
      at = next;
    }
    this.rest = this.rest.slice(at);
    if (this.rest.length > MAX_TEXT) throw new XmlError('text too long');
  }

  end(): void {
    if (this.rest.trim() !== '') throw new XmlError('broken off');
  }

  /** Takes the token at a place, if all of it is there; answers where the next one begins. */
  private token(at: number): number {
    const text = this.rest;
    const mark = text.indexOf('<', at);
    if (mark === -1) return at;
    if (mark > at) {
      this.handler.text(decode(text.slice(at, mark)));
      return mark;
    }
    if (text.startsWith('<!', mark)) return this.declaration(mark);
    if (text.startsWith('<?', mark)) return this.until('?>', mark);
    const end = this.tagEnd(mark);
    if (end === -1) return at;
    this.tag(text.slice(mark + 1, end));
    return end + 1;
  }

  /** Where the tag ends that begins at a place; -1 while its end has not come. */
  private tagEnd(at: number): number {
    const text = this.rest;
    let quote = 0;
    for (let index = at + 1; index < text.length; index++) {
      const mark = text.charCodeAt(index);
      if (quote !== 0) {
        if (mark === quote) quote = 0;
      } else if (mark === CLOSE) return index;
      else if (mark === OPEN) throw new XmlError('tag in a tag');
      else if (mark === QUOTE || mark === APOSTROPHE) quote = mark;
    }
    if (text.length - at > MAX_TAG) throw new XmlError('tag too long');
    return -1;
  }

  /** What stands between the brackets of a tag. */
  private tag(whole: string): void {
    const closing = whole.startsWith('/');
    const alone = whole.endsWith('/');
    const inner = whole.slice(closing ? 1 : 0, alone ? -1 : undefined);
    NAME.lastIndex = 0;
    const name = NAME.exec(inner)?.[0];
    if (name === undefined) throw new XmlError('tag without a name');
    if (closing) return this.handler.close(localName(name));
    this.handler.open(localName(name), attributesOf(inner, name.length));
    if (alone) this.handler.close(localName(name));
  }

  private until(mark: string, at: number): number {
    const end = this.rest.indexOf(mark, at);
    return end === -1 ? at : end + mark.length;
  }

  private declaration(at: number): number {
    const text = this.rest;
    if (text.startsWith('<!--', at)) return this.until('-->', at);
    if (text.startsWith('<![CDATA[', at)) {
      const end = this.until(']]>', at);
      if (end > at) this.handler.text(text.slice(at + '<![CDATA['.length, end - ']]>'.length));
      return end;
    }
    if (text.length - at < '<![CDATA['.length) return at;
    throw new XmlError('document type');
  }
}
