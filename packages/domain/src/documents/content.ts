/** The first bytes of a file that identify its type (content sniffing); a PDF begins somewhere within them. */
export const SNIFFED_BYTES = 1024;

interface Kind {
  extensions: readonly string[];
  /** Beginnings as Latin-1 text, each at its place. */
  starts: readonly string[];
  /** Null: anywhere in the part that is read. */
  at?: number | null;
  /** Too weak a signature to recognize a file that has another extension. */
  weak?: true;
}

/** Packages of Office; with a password they are in an envelope of the older format. */
const OPEN_XML = ['docx', 'dotx', 'xlsx', 'xltx', 'pptx', 'potx', 'ppsx', 'vsdx'];

/** Kinds of files that can be recognized by their first bytes. */
const KINDS: readonly Kind[] = [
  { extensions: ['pdf'], starts: ['%PDF-'] },
  // Line breaks, a byte order mark or mail headers sometimes precede the signature (ISO 32000-1, Annex H, note 13).
  { extensions: ['pdf'], starts: ['%PDF-'], at: null, weak: true },
  {
    extensions: ['zip', ...OPEN_XML, 'odt', 'ods', 'odp', 'odg', 'epub', 'kmz', 'asice', 'asics', 'bimx', 'ifczip'],
    starts: ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'],
  },
  {
    extensions: ['doc', 'dot', 'xls', 'xlt', 'ppt', 'pps', 'vsd', 'msg', 'mpp', 'pub', ...OPEN_XML],
    starts: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  },
  { extensions: ['png'], starts: ['\x89PNG\r\n\x1a\n'] },
  { extensions: ['jpg', 'jpeg', 'jfif'], starts: ['\xff\xd8\xff'] },
  { extensions: ['gif'], starts: ['GIF87a', 'GIF89a'] },
  { extensions: ['tif', 'tiff'], starts: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'] },
  { extensions: ['webp'], starts: ['WEBP'], at: 8 },
  // Word also saves and opens RTF under the extensions of its own documents.
  { extensions: ['rtf', 'doc', 'dot'], starts: ['{\\rtf'] },
  { extensions: ['dwg'], starts: ['AC10'] },
  { extensions: ['rar'], starts: ['Rar!\x1a\x07'] },
  { extensions: ['7z'], starts: ['7z\xbc\xaf\x27\x1c'] },
  { extensions: ['gz', 'tgz'], starts: ['\x1f\x8b'] },
  { extensions: ['mp4', 'm4v', 'm4a', 'mov', 'heic', 'heif', 'avif'], starts: ['ftyp'], at: 4 },
  { extensions: ['mov'], starts: ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'], at: 4, weak: true },
];

/** Media types of files that browsers show, by extension: the content has been checked against the name. */
const SHOWN: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The type under which the page shows a file of this extension; null if it is only saved. */
export function previewType(extension: string): string | null {
  return Object.hasOwn(SHOWN, extension) ? (SHOWN[extension] ?? null) : null;
}

/** Text files have no signature, but contain no zero bytes, except in UTF-16. */
const TEXTS = new Set(['txt', 'csv', 'tsv', 'md', 'json', 'geojson', 'dxf', 'log', 'ifc', 'eml', 'ics', 'srt', 'prn']);

/** Programs, whatever they are called: of Windows, Linux, macOS and Java, scripts, links. */
const PROGRAMS: readonly string[] = [
  'MZ',
  '\x7fELF',
  '#!',
  '\xfe\xed\xfa\xce',
  '\xfe\xed\xfa\xcf',
  '\xce\xfa\xed\xfe',
  '\xcf\xfa\xed\xfe',
  '\xca\xfe\xba\xbe',
  'L\0\0\0\x01\x14\x02\0',
  '\xff\xfe<\0',
  '\xfe\xff\0<',
];

/** Pages, which a browser would run. */
const PAGES: readonly RegExp[] = [
  /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body|script|svg|\?php|\?=|%)/i,
  /^(?:MIME-Version:[\s\S]*multipart\/related|From: <Saved by)/i,
];
const XML = /^(?:\xef\xbb\xbf)?\s*<\?xml/i;

/** Maps and tracks in XML, recognized by their first element; any other XML may be a web page. */
const MAPS: Readonly<Record<string, RegExp>> = {
  kml: /^<(?:\w+:)?kml[\s>]/,
  gpx: /^<(?:\w+:)?gpx[\s>]/,
  gml: /^<[\w.:-]+\s[^<]*\bhttps?:\/\/(?:www\.)?opengis\.net\/gml/,
};
/** Comments and processing instructions before the first element. */
const BEFORE_ELEMENT = /^(?:\xef\xbb\xbf)?(?:\s+|<\?(?:xml|xml-model)\s[^>]*\?>|<!--(?:[^-]|-(?!->))*-->)*/;

function isMap(extension: string, beginning: string): boolean {
  const element = Object.hasOwn(MAPS, extension) ? MAPS[extension] : undefined;
  return element !== undefined && element.test(beginning.replace(BEFORE_ELEMENT, ''));
}

const isOf = ({ starts, at = 0 }: Kind, beginning: string): boolean =>
  starts.some((start) => (at === null ? beginning.includes(start) : beginning.startsWith(start, at)));

/** Whether the beginning of a file (its first SNIFFED_BYTES, as Latin-1 text) agrees with its extension. */
export function contentAgrees(extension: string, beginning: string): boolean {
  if (PROGRAMS.some((start) => beginning.startsWith(start))) return false;
  if (PAGES.some((start) => start.test(beginning))) return false;
  if (Object.hasOwn(MAPS, extension)) return isMap(extension, beginning);
  if (XML.test(beginning)) return false;
  const called = KINDS.filter(({ extensions }) => extensions.includes(extension));
  if (called.length > 0) return called.some((kind) => isOf(kind, beginning));
  // A recognized kind must have a matching extension.
  if (KINDS.some((kind) => !kind.weak && isOf(kind, beginning))) return false;
  if (!TEXTS.has(extension)) return true;
  return !beginning.includes('\0') || /^(?:\xff\xfe|\xfe\xff)/.test(beginning);
}

/** Reasons to refuse the content of a file; names of the error catalogue. */
export type ContentProblem = 'InvalidDocumentContent' | 'DocumentIsHeic' | 'DocumentIsWebp';

const PHOTOGRAPHS = ['jpg', 'jpeg', 'jfif', 'png', 'gif', 'tif', 'tiff'];
const HEIC = /^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1|avif)/s;
const WEBP = /^RIFF.{4}WEBP/s;

/** The problem of a content; null if it agrees with its name. HEIC and WebP pictures get their own problem. */
export function contentProblem(extension: string, beginning: string): ContentProblem | null {
  if (contentAgrees(extension, beginning)) return null;
  if (PHOTOGRAPHS.includes(extension) && HEIC.test(beginning)) return 'DocumentIsHeic';
  if (PHOTOGRAPHS.includes(extension) && WEBP.test(beginning)) return 'DocumentIsWebp';
  return 'InvalidDocumentContent';
}
