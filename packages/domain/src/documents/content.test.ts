import { describe, expect, it } from 'vitest';
import { contentAgrees, contentProblem, previewType, SNIFFED_BYTES } from './content.ts';

describe('the beginning of a file', () => {
  it.each([
    ['pdf', '%PDF-1.7\n'],
    ['docx', 'PK\x03\x04\x14\0'],
    ['zip', 'PK\x05\x06'],
    ['doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['webp', 'RIFF\x10\0\0\0WEBP'],
    ['txt', 'ugovor'],
    ['csv', '\xef\xbb\xbfa;b'],
    ['txt', '\xff\xfea\0'],
    ['p7s', '0\x82\x01\0'],
    ['shp', '\0\0\x27\x0a'],
    ['pdf', '\r\n%PDF-1.7'],
    ['pdf', '\xef\xbb\xbf%PDF-1.4'],
    ['pdf', `${'a'.repeat(SNIFFED_BYTES - 5)}%PDF-`],
    ['docx', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['xlsx', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['doc', '{\\rtf1\\ansi'],
    ['rtf', '{\\rtf1\\ansi'],
    ['mov', '\0\0\0\x14ftypqt  '],
    ['mov', '\0\0\0\x08wide'],
    ['mov', '\0\x01\0\x08moov'],
    ['heic', '\0\0\0\x18ftypheic'],
    ['txt', 'Sve freeze'],
    ['kml', '<?xml version="1.0" encoding="UTF-8"?>\n<!-- traka - a --><kml xmlns="http://www.opengis.net/kml/2.2">'],
    ['kml', '\xef\xbb\xbf<kml>'],
    ['gpx', '<?xml version="1.0"?><gpx version="1.1">'],
    ['gml', '<?xml version="1.0"?><wfs:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2">'],
  ])('agrees: %s', (extension, beginning) => expect(contentAgrees(extension, beginning)).toBe(true));

  it.each([
    ['pdf', 'ugovor'],
    ['pdf', 'PK\x03\x04'],
    ['odt', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['xls', '{\\rtf1'],
    ['jpg', '\x89PNG\r\n\x1a\n'],
    ['txt', '%PDF-1.7'],
    ['txt', 'a\0b'],
    ['png', 'MZ\x90\0'],
    ['p7s', 'MZ\x90\0'],
    ['shp', '\x7fELF'],
    ['txt', '#!/bin/sh'],
    ['txt', '\n <!DOCTYPE html>'],
    ['txt', '\xef\xbb\xbf<svg onload='],
    ['csv', '<?php'],
    ['eml', '<?xml version="1.0"?>'],
    ['p7s', 'L\0\0\0\x01\x14\x02\0'],
    ['pdf', '<html>%PDF-1.7'],
    ['pdf', 'MZ%PDF-1.7'],
    ['kml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><kml>'],
    ['kml', '<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><kml>'],
    ['kml', '<svg onload="x"><kml>'],
    ['kml', 'trasa'],
    ['gpx', '<?xml version="1.0"?><kml>'],
    ['gml', '<?xml version="1.0"?><a/><b xmlns="http://www.opengis.net/gml">'],
    ['txt', '<?xml version="1.0"?><kml>'],
  ])('does not agree, or is a program or a page: %s', (extension, beginning) =>
    expect(contentAgrees(extension, beginning)).toBe(false),
  );
});

it('HEIC and WebP pictures have a problem of their own', () => {
  expect(contentProblem('jpg', '\0\0\0\x18ftypheic')).toBe('DocumentIsHeic');
  expect(contentProblem('png', '\0\0\0\x18ftypmif1')).toBe('DocumentIsHeic');
  expect(contentProblem('jpg', '\0\0\0\x18ftypisom')).toBe('InvalidDocumentContent');
  expect(contentProblem('jpeg', 'RIFF\x10\0\n\0WEBP')).toBe('DocumentIsWebp');
  expect(contentProblem('pdf', 'RIFF\x10\0\0\0WEBP')).toBe('InvalidDocumentContent');
  expect(contentProblem('webp', 'RIFF\x10\0\0\0WEBP')).toBeNull();
});

it('a text of another encoding says so at its beginning, not later', () => {
  expect(contentAgrees('txt', '\xff\xfea\0')).toBe(true);
  expect(contentAgrees('txt', 'a\0\xff\xfe')).toBe(false);
  expect(contentAgrees('txt', 'a\0\xfe\xff')).toBe(false);
});

it('a page shows PDF and images that every browser draws by itself, and nothing that it would run', () => {
  for (const extension of ['pdf', 'png', 'jpg', 'jpeg', 'gif', 'webp']) expect(previewType(extension)).not.toBeNull();
  for (const extension of ['txt', 'svg', 'html', 'docx', 'constructor', '']) expect(previewType(extension)).toBeNull();
});
