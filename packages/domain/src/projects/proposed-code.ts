import { latinWithoutMarks } from '../text/transliterate.ts';
import { PROJECT_CODE_MAX } from './project-code.ts';

const wordsIn = (text: string): string[] => text.split(' ');

/** The beginnings of words for a kind of work: nearly every project has one, so that they name none. */
const WORKS = wordsIn(
  'izgradnj dogradnj nadogradnj rekonstrukcij adaptacij sanacij rehabilitacij modernizacij opremanj ' +
    'nabavk prosirenj uredjenj obnov obnavljanj zavrset nastavak revitalizacij radov projekat projekt ' +
    'postavljanj ugradnj zamen izrad investicion odrzavanj faz unapredjenj podizanj dovodjenj izvodjenj ' +
    'poboljsanj uvodjenj uklanjanj rusenj deonic hitn partern zgrad',
);

const SMALL_WORDS = new Set(
  wordsIn(
    'i u na za od do sa s kod preko iz po o te k kroz pored izmedju radi pri ispod iznad pod nad sto koji ' +
      'koja oko nova nove novi novog novih stare starog',
  ),
);

/** Ends of adjectives in the genitive, which follow a kind of work: dečjeg, regionalnog, osnovne, gradske, otpadnih. */
const ADJECTIVE = /(?:[oe]g|(?:n|sk|ck|st)e|(?:n|sk|ck)ih)$/;

/** Kinds of bodies, which also have a capital within a name: Основне школе „Вук Караџић“. */
const KINDS = new Set(
  wordsIn('osnovne srednje predskolske decje decjeg gradske gradskog opstinske opstinskog javne javnog'),
);

/** Objects of construction: the genitive form that follows a kind of work, and the nominative. */
const BUILT = new Map(
  wordsIn(
    'ambulante=ambulanta aerodroma=aerodrom bazena=bazen biblioteke=biblioteka bolnice=bolnica ' +
      'brane=brana centra=centar crkve=crkva deponije=deponija doma=dom fakulteta=fakultet garaze=garaza ' +
      'groblja=groblje hale=hala kanalizacije=kanalizacija kolektora=kolektor klizista=kliziste kuce=kuca luke=luka ' +
      'mosta=most mreze=mreza muzeja=muzej nasipa=nasip objekta=objekat obilaznice=obilaznica ' +
      'opreme=oprema opstine=opstina parka=park pijace=pijaca postrojenja=postrojenje pozorista=pozoriste pruge=pruga ' +
      'puta=put raskrsnice=raskrsnica rasvete=rasveta reke=reka rezervoara=rezervoar sale=sala sistema=sistem skole=skola ' +
      'stadiona=stadion stanice=stanica suda=sud toplane=toplana trga=trg tunela=tunel ulice=ulica ' +
      'voda=vode vodovoda=vodovod vrtica=vrtic',
  ).map((pair) => pair.split('=') as [string, string]),
);

interface Word {
  /** Latin letters of ASCII and digits, in lower case. */
  plain: string;
  /** Written with a capital or digit within a name: what names the project. */
  isName: boolean;
}

function wordsOf(name: string): Word[] {
  const words = latinWithoutMarks(name)
    .split(/[^A-Za-z0-9]/)
    .filter((word) => word !== '');
  const isShouted = name === name.toUpperCase();
  return words.map((word, place) => {
    if (isShouted) return { plain: word.toLowerCase(), isName: false };
    // The first word has a capital anyhow.
    const plain = word.toLowerCase();
    const isName = /^[A-Z0-9]{2,}$/.test(word) || (place > 0 && /^[A-Z0-9]/.test(word) && !KINDS.has(plain));
    return { plain, isName };
  });
}

/** The words that distinguish the project from others: no kinds of work, no small words, no adjectives. */
function telling(words: readonly Word[]): Word[] {
  return words
    .filter(({ plain, isName }) => {
      if (isName) return true;
      return !SMALL_WORDS.has(plain) && !WORKS.some((work) => plain.startsWith(work)) && !ADJECTIVE.test(plain);
    })
    .map(({ plain, isName }) => ({ plain: BUILT.get(plain) ?? plain, isName }));
}

const joined = (words: readonly Word[]) => words.map(({ plain }) => plain).join('-');

/**
 * A working name made of what names a project: Latin capitals and digits, whole words as far as they fit, names before
 * other words; '' when there is none.
 */
export function proposedCode(name: string): string {
  const all = wordsOf(name);
  const found = telling(all);
  const words = found.length > 0 ? found : all;
  const first = words.toSorted((one, other) => Number(other.isName) - Number(one.isName));
  let taken: Word[] = [];
  for (const word of first) {
    const more = words.filter((one) => one === word || taken.includes(one));
    if (joined(more).length <= PROJECT_CODE_MAX) taken = more;
  }
  const code = taken.length > 0 ? joined(taken) : (words[0]?.plain.slice(0, PROJECT_CODE_MAX) ?? '');
  return code.toUpperCase();
}

/** The number of proposals to try: fewer projects than this have the same beginning. */
const MOST = 99;

/** A working name and those with a number behind it (-2, -3 …), in the order in which they are proposed. */
export function codesLike(code: string): string[] {
  return Array.from({ length: MOST }, (_, index) => {
    const end = index === 0 ? '' : `-${index + 1}`;
    return `${code.slice(0, PROJECT_CODE_MAX - end.length).replace(/-$/, '')}${end}`;
  });
}
