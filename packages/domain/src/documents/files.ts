import { UPLOAD_DOCUMENT_TYPES } from '../constants.ts';
import { isOneLine } from '../text/one-line.ts';
import { type BilingualText, pair } from '../text/bilingual-text.ts';
import { WORDS } from '../text/words.ts';

/** Extensions of files that are refused (specification, "Document upload": hidden, executable, script). */
const BLOCKED = new Set([
  // Types that a browser would run or show as a page.
  'html',
  'htm',
  'xhtml',
  'xht',
  'shtml',
  'mht',
  'mhtml',
  'svg',
  'svgz',
  'xml',
  'xsl',
  'xslt',
  'swf',
  'php',
  'phtml',
  'phar',
  'js',
  'mjs',
  'cjs',
  'jsp',
  'asp',
  'aspx',
  'cgi',
  'htaccess',
  // Programs, and files that can contain them.
  'exe',
  'com',
  'msi',
  'msp',
  'msix',
  'appx',
  'scr',
  'pif',
  'cpl',
  'dll',
  'ocx',
  'sys',
  'drv',
  'bin',
  'elf',
  'so',
  'dylib',
  'jar',
  'jnlp',
  'apk',
  'ipa',
  'app',
  'deb',
  'rpm',
  'dmg',
  'pkg',
  'run',
  'gadget',
  'application',
  // Scripts.
  'bat',
  'cmd',
  'vb',
  'vbs',
  'vbe',
  'jse',
  'ws',
  'wsf',
  'wsh',
  'wsc',
  'sct',
  'hta',
  'ps1',
  'psm1',
  'psd1',
  'sh',
  'bash',
  'zsh',
  'csh',
  'py',
  'pyc',
  'pyw',
  'pl',
  'rb',
  'lua',
  'tcl',
  'ahk',
  'applescript',
  // Disk images: a workstation opens any file in them.
  'iso',
  'img',
  'udf',
  'vhd',
  'vhdx',
  'vmdk',
  // Types that open something else: links, settings of a system, help.
  'url',
  'website',
  'webloc',
  'lnk',
  'desktop',
  'scf',
  'library-ms',
  'search-ms',
  'reg',
  'inf',
  'ini',
  'chm',
  'hlp',
  'msc',
  'settingcontent-ms',
  // Office files that carry programs.
  'docm',
  'xlsm',
  'pptm',
  'dotm',
  'xltm',
  'potm',
  'ppsm',
  'xlam',
  'ppam',
  'xll',
  'mde',
  'ade',
  'accde',
]);

/** Longest name of a file, and title of a document. */
export const DOCUMENT_NAME_LENGTH = 250;

/** Reasons to refuse a file; names of the error catalogue. */
export type FileProblem = 'InvalidDocumentExtension' | 'DocumentNameLimit' | 'DocumentSizeLimit' | 'EmptyDocument';

/** The part after the last dot in lower case; empty if there is none. */
export function extensionOf(name: string): string {
  // Stryker disable next-line OptionalChaining: a default for the type, which nothing reads.
  return /.\.([^.]+)$/.exec(name)?.[1]?.trim().toLowerCase() ?? '';
}

/** The name without its extension: the default title of a document. */
export function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]+$/, '');
}

/**
 * Hidden and system files, programs, scripts and names that are too long. Only the last extension decides how a file is
 * opened: parts between dots are abbreviations ("1. Inf. o lokaciji.pdf").
 */
export function fileNameProblem(name: string): FileProblem | null {
  const system = ['thumbs.db', 'ntuser.dat'].includes(name.toLowerCase());
  const hidden = name.startsWith('.') || name.startsWith('~$');
  if (hidden || system || !isOneLine(name) || /[\t\p{Bidi_Control}]/u.test(name)) return 'InvalidDocumentExtension';
  const extension = extensionOf(name);
  if (extension === '' || BLOCKED.has(extension)) return 'InvalidDocumentExtension';
  return name.length > DOCUMENT_NAME_LENGTH ? 'DocumentNameLimit' : null;
}

/** A file at the limit is too large already (specification, "Document upload": at or above). Sizes in bytes. */
export function fileSizeProblem(size: number, limit: number): FileProblem | null {
  if (size === 0) return 'EmptyDocument';
  return size >= limit ? 'DocumentSizeLimit' : null;
}

/** Names of the document types by number; the specification gives the numbers alone. */
export const DOCUMENT_TYPE_NAMES: readonly BilingualText[] = [
  WORDS.other,
  pair('Захтев', 'Request'),
  WORDS.decision,
  pair('Писмо о намерама', 'Letter of intent'),
  pair('Правна оцена', 'Legal assessment'),
  pair('Планска документација', 'Planning documentation'),
  pair('Локацијски услови', 'Location conditions'),
  pair('Генерални пројекат', 'General design'),
  pair('Идејно решење', 'Conceptual design'),
  pair('Идејни пројекат', 'Preliminary design'),
  pair('Претходна студија оправданости', 'Pre-feasibility study'),
  pair('Студија оправданости', 'Feasibility study'),
  pair('Анализа трошкова и користи', 'Cost-benefit analysis'),
  pair('Процена утицаја на животну средину', 'Environmental impact assessment'),
  pair('Грађевинска дозвола', 'Building permit'),
  pair('Пројекат за извођење', 'Detailed design'),
  pair('Уговор', 'Contract'),
  WORDS.report,
  pair('Записник', 'Minutes'),
];

/** Names that form fields give to documents whose type has another name. */
const OTHER_NAMES: readonly (readonly [name: string, type: string])[] = [
  ['оцена усклађености', 'правна оцена'],
  ['просторни план', 'планска документација'],
  ['урбанистички план', 'планска документација'],
  ['плански документ', 'планска документација'],
  ['студија изводљивости', 'студија оправданости'],
];

/**
 * The document type named in a Serbian text, preferring the longest name among the offered types; "other" if there is
 * none.
 */
export function documentTypeNamedIn(text: string): number {
  const wanted = OTHER_NAMES.reduce((all, [name, type]) => all.replace(name, type), text.toLowerCase());
  const named = UPLOAD_DOCUMENT_TYPES.filter((type) => type > 0 && wanted.includes(nameOfType(type)));
  return named.toSorted((one, other) => nameOfType(other).length - nameOfType(one).length)[0] ?? 0;
}

// Stryker disable next-line OptionalChaining: always there; the type does not know it.
// Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
const nameOfType = (documentType: number): string => DOCUMENT_TYPE_NAMES[documentType]?.sr.toLowerCase() ?? '';
