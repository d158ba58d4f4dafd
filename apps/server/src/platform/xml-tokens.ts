/** What an XML document tells, in its order. Names come without their prefix. */
export interface XmlHandler {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close: (name: string) => void;
  text: (text: string) => void;
}

export class XmlError extends Error {}

/** Most characters of one tag or one piece of text: far above any cell (32,767 characters, each an entity). */
const MAX_TOKEN = 1024 * 1024;
const TAG = /<(\/?)([^\s"'<>/]+)((?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
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

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    found[localName(name)] = decode(double ?? single ?? '');
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
    if (this.rest.length > MAX_TOKEN) throw new XmlError('token too long');
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
    TAG.lastIndex = mark;
    const tag = TAG.exec(text);
    if (!tag) return at;
    const [, closing, name = '', inner = ''] = tag;
    if (closing) this.handler.close(localName(name));
    else {
      this.handler.open(localName(name), attributesOf(inner));
      if (inner.endsWith('/')) this.handler.close(localName(name));
    }
    return TAG.lastIndex;
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
