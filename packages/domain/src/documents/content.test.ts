import { describe, expect, it } from 'vitest';
import { contentAgrees, previewType } from './content.ts';

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
  ])('agrees: %s', (extension, beginning) => expect(contentAgrees(extension, beginning)).toBe(true));

  it.each([
    ['pdf', 'ugovor'],
    ['pdf', 'PK\x03\x04'],
    ['docx', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
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
  ])('does not agree, or is a program or a page: %s', (extension, beginning) =>
    expect(contentAgrees(extension, beginning)).toBe(false),
  );
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
