import { describe, expect, it } from 'vitest';
import {
  DOCUMENT_TYPE_NAMES,
  documentTypeNamedIn,
  extensionOf,
  fileNameProblem,
  fileSizeProblem,
  stemOf,
} from './files.ts';

describe('the name of a file', () => {
  it.each([
    'студија.pdf',
    'Ugovor br. 12-2026 (konačni).DOCX',
    'tabela.xlsx',
    'a.b.c.txt',
    'план.dwg',
    'slika.jpeg',
    'js.pdf',
    '1. Inf. o lokaciji.pdf',
    'Reg. pl. 12.pdf',
    '12. Com. ponuda.pdf',
    'ponuda-firma.com.pdf',
    'Rešenje br. 5. sys. opis.pdf',
    'x.exe.pdf',
    'a.php.pdf',
  ])('is taken as it is typed: %s', (name) => expect(fileNameProblem(name)).toBeNull());

  it.each([
    'index.html',
    'skripta.JS',
    'a.php',
    'x.pdf.exe',
    'x.pdf.exe .',
    'x.pdf.exe.',
    'pokreni.bat',
    'a.exe ',
    'disk.iso',
    'strana.mht',
    'adresa.url',
    'podaci.xml',
    'slika.svg',
    '.sakriveno.pdf',
    '.env',
    '~$ugovor.docx',
    'Thumbs.db',
    'NTUSER.DAT',
    'desktop.ini',
    'bez-ekstenzije',
    'racun\u202Efdp.exe',
    'prelom\nreda.pdf',
    'prelom\u2028reda.pdf',
    'tabulator\t.pdf',
    'fdp\u202Etxt.pdf',
  ])('is refused when it is hidden, of the system, a program, a script or none: %j', (name) =>
    expect(fileNameProblem(name)).toBe('InvalidDocumentExtension'),
  );

  it('has at most 250 characters', () => {
    expect(fileNameProblem(`${'a'.repeat(246)}.txt`)).toBeNull();
    expect(fileNameProblem(`${'a'.repeat(247)}.txt`)).toBe('DocumentNameLimit');
  });

  it('ends before the spaces behind its extension', () => {
    expect(extensionOf('уговор.pdf ')).toBe('pdf');
    expect(extensionOf('')).toBe('');
  });

  it('has a stem and an extension', () => {
    expect([stemOf('а.б.PDF'), extensionOf('а.б.PDF'), stemOf('.env'), extensionOf('.env')]).toEqual([
      'а.б',
      'pdf',
      '.env',
      '',
    ]);
  });

  // Ordinals and dates end with a dot: „Прилог 1.“, „Записник 26.11.2026.“.
  it('may end its stem with a dot', () => {
    expect(fileNameProblem('Прилог 1..pdf')).toBeNull();
    expect([stemOf('Прилог 1..pdf'), extensionOf('Прилог 1..pdf')]).toEqual(['Прилог 1.', 'pdf']);
    expect([fileNameProblem('..pdf'), fileNameProblem('Прилог 1..exe')]).toEqual(
      Array(2).fill('InvalidDocumentExtension'),
    );
  });
});

it('a file at the limit is too large, an empty one is none', () => {
  expect([0, 1, 9, 10, 11].map((size) => fileSizeProblem(size, 10))).toEqual([
    'EmptyDocument',
    null,
    null,
    'DocumentSizeLimit',
    'DocumentSizeLimit',
  ]);
});

it('each type of a document has a name of its own in both languages', () => {
  for (const language of ['sr', 'en'] as const) {
    const names = DOCUMENT_TYPE_NAMES.map((name) => name[language]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('');
  }
});

describe('the type that the name of a field says', () => {
  it.each([
    ['Писмо о намерама', 3],
    ['Правна оцена (документ)', 4],
    // Decisions are not offered for upload.
    ['Одлука', 0],
    ['Претходна студија оправданости', 10],
    ['Студија оправданости', 11],
    ['Остало: уговор', 16],
    ['Уговор и извештај', 17],
    ['Уговор и грађевинска дозвола', 14],
    ['Претходна студија оправданости и уговор', 10],
    ['Прилог', 0],
    // Forms give some types other names.
    ['Оцена усклађености са прописом (ИЗДАКОН)', 4],
    ['Урбанистички план', 5],
    ['Претходна студија изводљивости', 10],
    ['Студија изводљивости са идејним пројектом', 11],
  ])('%s is %i', (name, type) => {
    expect(documentTypeNamedIn(name)).toBe(type);
  });
});
