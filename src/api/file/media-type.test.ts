import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sanitizeFileName } from './files.ts';
import { ImageRefused, prepareImage } from './images.ts';
import { sniff } from './media-type.ts';

test.each([
  ['%PDF-1.4\n<script>', 'application/pdf'],
  ['GIF89a/*<script>*/', 'image/gif'],
  ['name;city\nAnn;Ulm\n', 'text/csv'],
  ['"a, b",c\n"d",e\n', 'text/csv'],
  ['Dear all, thank you.\nBest', 'text/plain'],
  ['<!DOCTYPE html><p>', 'application/octet-stream'],
  ['  \n<svg onload="x">', 'application/octet-stream'],
  ['hello <script>alert(1)</script>', 'application/octet-stream'],
  ['<?xml version="1.0"?>', 'application/octet-stream'],
  ['\0\0\0\x18ftypheic\0\0', 'image/heic'],
  ['MZ\x90\0binary', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('%j is %s', async (content, type) => {
  expect(await sniff(Buffer.from(content, 'latin1'))).toBe(type);
});

test('a long text is known by its beginning, which may end in the middle of a letter', async () => {
  expect(await sniff(Buffer.from(`x${'ß'.repeat(5000)}`))).toBe('text/plain');
});

test.each([
  ['../../etc/passwd', 'passwd'],
  [String.raw`C:\temp\plan.pdf`, 'plan.pdf'],
  ['a\r\nSet-Cookie: x=1\0.pdf', 'aSet-Cookie_ x=1.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['..', 'file'],
  ['  Žižka  (1).jpg ', 'Žižka (1).jpg'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
])('the name %j becomes %j', (name, clean) => {
  expect(sanitizeFileName(name)).toBe(clean);
});

describe('prepareImage', () => {
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#396' } });

  test('turns a photo upright and strips the place where it was taken', async () => {
    const original = await photo(40, 20)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 26/1 46/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { content, ...rest } = await prepareImage(original);
    expect(rest).toEqual({ mediaType: 'image/jpeg', width: 20, height: 40 });
    const metadata = await sharp(content).metadata();
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
  });

  test('makes a huge one smaller and refuses a bomb, a HEIC and a damaged one', async () => {
    expect(await prepareImage(await photo(5000, 100).png().toBuffer())).toMatchObject({
      mediaType: 'image/png',
      width: 4096,
      height: 82,
    });
    const bomb = await photo(9000, 9000).png().toBuffer();
    await expect(prepareImage(bomb)).rejects.toThrow('too many pixels');
    await expect(prepareImage(Buffer.from('\0\0\0\x18ftypheic\0\0', 'latin1'))).rejects.toThrow('HEIC');
    await expect(prepareImage(bomb.subarray(0, 60))).rejects.toThrow(ImageRefused);
  });
});
