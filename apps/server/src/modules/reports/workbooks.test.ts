import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { BOARD_REPORTS } from '@pimis/domain/reports/board-reports';
import { listArchive } from '../../testing/archives.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { hasOffice, NO_OFFICE, openedByOffice } from '../../testing/office.ts';
import { pdfPages, placedTexts } from '../../testing/pdf-text.ts';
import { useServer } from '../../testing/server.ts';

// A skipped test names the missing program; a setting makes its absence an error.
if (!hasOffice) {
  process.stderr.write(`\n*** ${NO_OFFICE}\n\n`);
  if (process.env.PIMIS_OFFICE === 'required') throw new Error(NO_OFFICE);
}

const server = useServer();
const FORMULA = `=cmd|' /C calc'!A1 отвара рачунар`;
const HOSTILE = [
  FORMULA,
  '+HYPERLINK("http://a.rs";"кликни") мост',
  '@SUM(A1:A9) пут & <b>мост</b> "наводници" \'апостроф\'',
  '\u202eтсом\u202c 😀👨‍👩‍👧 مدرسة дом здравља',
  `а\u0000б\u0007в\u001bг\ud800 контролни знаци\nред\tтаб _x0041_`,
  'Ш'.repeat(500),
];
let codes: string[] = [];

/** The database contains names from an earlier system that no screen would accept. */
async function rename(code: string, name: string, at: number): Promise<void> {
  const { db } = server.context;
  const stored = name.replaceAll('\u0000', '').toWellFormed();
  await sql`update projects set name = ${stored}, last_changed_at = ${server.context.now()} where code = ${code}`.execute(
    db,
  );
  if (at === 0) await sql`update organizations set name = ${stored} where id in ('50112', '10503')`.execute(db);
}

beforeAll(async () => {
  server.setNow(new Date('2026-03-02T09:00:00Z'));
  const lives: ProjectDriver[] = [];
  for (const [index] of HOSTILE.entries()) {
    const life = await ProjectDriver.start(server, { sector: 5 });
    await life.fill();
    if (index === 0) await life.approveIdea();
    lives.push(life);
  }
  server.setNow(new Date('2026-03-10T09:00:00Z'));
  await lives[0]?.commission(3, 1, { comment: FORMULA });
  codes = lives.map(({ code }) => code);
  for (const [index, code] of codes.entries()) await rename(code, HOSTILE[index] ?? '', index);
});

async function fetch(path: string): Promise<Buffer> {
  const answer = await server.get('admin', `reporting/${path}`);
  expect([answer.statusCode, path]).toEqual([200, path]);
  return answer.rawPayload;
}

const read = async (path: string) => (await pdfPages(await fetch(path))).join('\n');
const of = (format: 'pdf' | 'xlsx') =>
  BOARD_REPORTS.filter(({ formats }) => formats.includes(format)).map(({ type }) => type);

describe.runIf(hasOffice)('LibreOffice opens workbooks as intended', () => {
  let opened: Map<string, string>;

  beforeAll(async () => {
    const workbooks = new Map<string, Buffer>();
    for (const type of [...of('xlsx'), 'Projects-all', 'Projects-all-archived']) {
      workbooks.set(type, await fetch(`board-reports/${type}?reportFormat=xlsx`));
    }
    workbooks.set('latin', await fetch('board-reports/projects-all?reportFormat=xlsx&script=latin'));
    for (const path of ['3/2026-1/documents', 'approved/3/2026-1']) {
      const files = [...(await listArchive(server, 'reviewer', path))].filter(([name]) => name.endsWith('.xlsx'));
      for (const [name, bytes] of files) workbooks.set(name.replace('.xlsx', ''), bytes);
    }
    opened = openedByOffice(workbooks);
  });

  const all = () => opened.get('projects-all') ?? '';
  /** Texts of the cells, as LibreOffice shows them. */
  const shown = (xml: string) => [...xml.matchAll(/<text:p>([^<]*)<\/text:p>/g)].map(([, text]) => text);

  it('all of them, with every project, and only our sums as formulas', () => {
    expect(opened.size).toBe(of('xlsx').length + 5);
    for (const [name, xml] of opened) {
      const formulas = [...xml.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula);
      expect(
        formulas.filter((formula) => !/^of:=(SUBTOTAL\(9;|IF\()\[\./.test(formula)),
        name,
      ).toEqual([]);
      expect(/#(REF|NAME|VALUE|N\/A)|Err:/.exec(xml), name).toBeNull();
    }
    for (const code of codes) expect(shown(all())).toContain(code);
    expect(shown(all())).toContain(FORMULA.replaceAll("'", '&apos;'));
  });

  it('with typed days and amounts, and sums equal to the database’s', () => {
    expect(all()).toMatch(/office:value-type="date" office:date-value="2026-03-02"[^>]*>\s*<text:p>2\.3\.2026</);
    expect(all()).toMatch(/office:value-type="float" office:value="2110000000"/);
    const [total] = /table:formula="of:=SUBTOTAL\(9;\[\.T6:[^>]*>/.exec(all()) ?? [];
    expect(total).toContain('office:value="12660000000"');
  });

  it('with a filter over the rows, a header on each printed page, widths, and landscape pages', () => {
    for (const [name, xml] of opened) {
      expect(xml, name).toContain('table:display-filter-buttons="true"');
      expect(xml, name).toContain('<table:table-header-rows>');
      expect(xml, name).toContain('style:print-orientation="landscape"');
      expect(xml, name).toContain('style:scale-to-X="1"');
      expect(new Set(xml.match(/style:column-width="[^"]*"/g)).size, name).toBeGreaterThan(2);
    }
  });

  it('in Latin to the last word on request', () => {
    const latin = shown(opened.get('latin') ?? '');
    expect(latin).toContain('Vrednost, RSD');
    expect(latin.filter((text) => /\p{Script=Cyrillic}/u.test(text ?? ''))).toEqual([]);
  });
});

it('any name fits within the page on every paper', async () => {
  const papers = [
    ...of('pdf').map((type) => `board-reports/${type}?reportFormat=pdf`),
    ...codes.flatMap((code) => [`projects/${code}/identity-cards`, `projects/${code}/options`]),
  ];
  for (const path of papers) {
    for (const page of await placedTexts(await fetch(path))) {
      for (const { text, left, right } of page.texts) {
        expect([path, text, left >= 0 && right <= page.width]).toEqual([path, text, true]);
      }
    }
  }
  expect(await read('board-reports/project-list?reportFormat=pdf')).toContain(FORMULA.slice(0, 20));
});
