import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** A token of an XML document. Names have no prefix. */
export interface XmlHandler {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close: (name: string) => void;
  text: (text: string) => void;
}

export class XmlError extends Error {}

/** How much is parsed between two checks of the size. */
const PIECE = 64 * 1024;
/** The limit for one text or tag: above any cell (32,767 characters, each an entity of ten). */
const MAX_TOKEN = 400_000;
/** The limit of nesting; a workbook has about ten levels. */
const MAX_DEPTH = 200;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const name in attributes) {
    if (name.includes(':')) {
      return Object.fromEntries(Object.entries(attributes).map(([whole, value]) => [localName(whole), value]));
    }
  }
  return attributes;
}

/**
 * Reads XML in pieces with saxes, which refuses what is not well-formed but has no limits. This keeps one token and a
 * limited number of levels, and refuses documents that define entities. Errors: XmlError, saxes' own.
 */
export class XmlReader {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly parser = new SaxesParser({ position: false, xmlns: false as const });
  /** Characters since the last token. */
  private waiting = 0;
  private depth = 0;

  constructor(handler: XmlHandler) {
    const seen = <Value>(emit: (value: Value) => void) => {
      return (value: Value) => {
        this.waiting = 0;
        emit(value);
      };
    };
    this.parser.on(
      'opentag',
      seen(({ name, attributes }: SaxesTagPlain) => {
        this.depth += 1;
        if (this.depth > MAX_DEPTH) throw new XmlError('too deep');
        handler.open(localName(name), localNames(attributes));
      }),
    );
    this.parser.on(
      'closetag',
      seen(({ name }: SaxesTagPlain) => {
        this.depth -= 1;
        handler.close(localName(name));
      }),
    );
    this.parser.on('text', seen(handler.text.bind(handler)));
    this.parser.on('cdata', seen(handler.text.bind(handler)));
    this.parser.on(
      'comment',
      seen(() => undefined),
    );
    this.parser.on('doctype', () => {
      throw new XmlError('document type');
    });
  }

  write(bytes: Uint8Array): void {
    this.take(this.decoder.decode(bytes, { stream: true }));
  }

  end(): void {
    this.take(this.decoder.decode());
    this.parser.close();
  }

  private take(text: string): void {
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE);
      this.waiting += piece.length;
      this.parser.write(piece);
      if (this.waiting > MAX_TOKEN) throw new XmlError('token too long');
    }
  }
}
