/** A file that the catalogue names; sizes in bytes. */
export interface Distribution {
  name: string;
  mediaType: string;
  size: number;
}

/** The catalogue for portals of open data: DCAT-AP 3 as JSON-LD, with one dataset. */
export function catalogOf(parts: {
  root: string;
  publisher: string;
  license: string;
  modified: string;
  files: readonly Distribution[];
}): string {
  const { root, publisher, license, modified, files } = parts;
  const agent = { '@type': 'foaf:Agent', 'foaf:name': publisher };
  const text = (sr: string, en: string) => [
    { '@language': 'sr', '@value': sr },
    { '@language': 'en', '@value': en },
  ];
  const changed = { '@type': 'xsd:dateTime', '@value': modified };
  const distribution = (name: string, address: string, mediaType: string, size?: number) => ({
    '@id': address,
    '@type': 'dcat:Distribution',
    'dct:title': name,
    'dcat:accessURL': { '@id': address },
    ...(size === undefined
      ? {}
      : {
          'dcat:downloadURL': { '@id': address },
          'dcat:byteSize': { '@type': 'xsd:nonNegativeInteger', '@value': String(size) },
        }),
    'dcat:mediaType': { '@id': `http://www.iana.org/assignments/media-types/${mediaType}` },
    'dct:license': { '@id': license },
    'dct:modified': changed,
  });
  const catalogue = {
    '@context': {
      dcat: 'http://www.w3.org/ns/dcat#',
      dct: 'http://purl.org/dc/terms/',
      foaf: 'http://xmlns.com/foaf/0.1/',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
    },
    '@id': `${root}/catalog.jsonld`,
    '@type': 'dcat:Catalog',
    'dct:title': text('Капитални пројекти', 'Capital projects'),
    'dct:description': text(
      'Отворени подаци о капиталним пројектима јавних органа.',
      'Open data on the capital projects of public bodies.',
    ),
    'dct:publisher': agent,
    'dct:license': { '@id': license },
    'dct:modified': changed,
    'dcat:dataset': {
      '@id': root,
      '@type': 'dcat:Dataset',
      'dct:title': text('Капитални пројекти', 'Capital projects'),
      'dct:description': text(
        'Пројекти о којима је комисија позитивно одлучила или чији је план одобрен, по стандарду OC4IDS 0.9.5.',
        'Projects that the commission has accepted or whose plan is approved, in OC4IDS 0.9.5.',
      ),
      'dct:publisher': agent,
      'dct:identifier': root,
      'dct:language': { '@id': 'http://publications.europa.eu/resource/authority/language/SRP' },
      'dct:spatial': { '@id': 'http://publications.europa.eu/resource/authority/country/SRB' },
      'dct:accrualPeriodicity': { '@id': 'http://publications.europa.eu/resource/authority/frequency/DAILY' },
      'dcat:theme': { '@id': 'http://publications.europa.eu/resource/authority/data-theme/GOVE' },
      'dct:modified': changed,
      'dcat:distribution': [
        distribution('projects', `${root}/projects`, 'application/json'),
        ...files.map(({ name, mediaType, size }) => distribution(name, `${root}/${name}`, mediaType, size)),
      ],
    },
  };
  return `${JSON.stringify(catalogue, null, 1)}\n`;
}
