/** The first bytes of a file that identify its type (content sniffing). */
export const SNIFFED_BYTES = 512;

interface Kind {
  extensions: readonly string[];
  /** Beginnings as Latin-1 text, each at its place. */
  starts: readonly string[];
  at?: number;
}

/** Kinds of files that say at their beginning what they are. */
const KINDS: readonly Kind[] = [
  { extensions: ['pdf'], starts: ['%PDF-'] },
  {
    extensions: [
      'zip',
      'docx',
      'dotx',
      'xlsx',
      'xltx',
      'pptx',
      'potx',
      'ppsx',
      'vsdx',
      'odt',
      'ods',
      'odp',
      'odg',
      'epub',
      'kmz',
      'asice',
      'asics',
      'bimx',
      'ifczip',
    ],
    starts: ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'],
  },
  {
    extensions: ['doc', 'dot', 'xls', 'xlt', 'ppt', 'pps', 'vsd', 'msg', 'mpp', 'pub'],
    starts: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  },
  { extensions: ['png'], starts: ['\x89PNG\r\n\x1a\n'] },
  { extensions: ['jpg', 'jpeg', 'jfif'], starts: ['\xff\xd8\xff'] },
  { extensions: ['gif'], starts: ['GIF87a', 'GIF89a'] },
  { extensions: ['tif', 'tiff'], starts: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'] },
  { extensions: ['webp'], starts: ['WEBP'], at: 8 },
  { extensions: ['rtf'], starts: ['{\\rtf'] },
  { extensions: ['dwg'], starts: ['AC10'] },
  { extensions: ['rar'], starts: ['Rar!\x1a\x07'] },
  { extensions: ['7z'], starts: ['7z\xbc\xaf\x27\x1c'] },
  { extensions: ['gz', 'tgz'], starts: ['\x1f\x8b'] },
  { extensions: ['mp4', 'm4v', 'm4a', 'mov', 'heic', 'heif', 'avif'], starts: ['ftyp'], at: 4 },
];

/** Media types of what a page shows of itself, by extension: the content is known to be what the name says. */
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

/** Texts have no sign at their beginning, but hold no zeros, unless as UTF-16. */
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
  /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body|script|svg|\?php|\?xml|\?=|%)/i,
  /^(?:MIME-Version:[\s\S]*multipart\/related|From: <Saved by)/i,
];

/** Does the beginning of a file (its first SNIFFED_BYTES, as Latin-1 text) agree with what it is called? */
export function contentAgrees(extension: string, beginning: string): boolean {
  if (PROGRAMS.some((start) => beginning.startsWith(start))) return false;
  if (PAGES.some((start) => start.test(beginning))) return false;
  const said = KINDS.find(({ starts, at = 0 }) => starts.some((start) => beginning.startsWith(start, at)));
  const called = KINDS.find(({ extensions }) => extensions.includes(extension));
  // A recognized type must match the extension; an unrecognized one must not have the extension of a recognizable type.
  if (said !== undefined || called !== undefined) return said === called;
  if (!TEXTS.has(extension)) return true;
  return !beginning.includes('\0') || /^(?:\xff\xfe|\xfe\xff)/.test(beginning);
}
