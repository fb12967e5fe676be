import { expect, test } from 'vitest';
import { NOT_PUBLIC, isPublicAddress, publicLookup, wrongAddress } from './webhook-address.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'no address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test('a name that leads home is not connected to', async () => {
  const error = await new Promise((settle) => publicLookup('localhost', {}, settle));
  expect((error as Error).message).toBe(NOT_PUBLIC);
});

test.each([
  ['ftp://a.example', /https/],
  ['http://a.example', /https/],
  ['https://me:pass@a.example', /password/],
  ['https://a.example/#x', /#/],
  ['https://localhost/x', /public/],
  ['https://127.0.0.1/x', /public/],
  ['https://[::1]/x', /public/],
  ['https://2130706433/x', /public/],
  ['https://0x7f.1/x', /public/],
  ['nonsense', /whole/],
])('%s is refused', (url, sentence) => {
  expect(wrongAddress(url, { allowsPrivate: false })).toMatch(sentence);
});

test('a public address is taken, and a private one where the product runs at home', () => {
  expect(wrongAddress('https://hooks.example.com/leads?x=1', { allowsPrivate: false })).toBeNull();
  expect(wrongAddress('http://127.0.0.1:9/x', { allowsPrivate: true })).toBeNull();
});
