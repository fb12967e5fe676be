import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** Addresses outside the public internet (IANA special-purpose registries): they are ours, or nobody's. */
const special = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(net, prefix, 'ipv4');

/** Of IPv6, only global unicast is public, excluding what maps to IPv4 addresses or is for documentation. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(net, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

export const NOT_PUBLIC = 'The address is not on the public internet.';

/**
 * Resolves a name for a connection, and returns only public addresses: the connection uses the address that was
 * checked, so that changing the DNS answer a moment later gains nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0);
    const addresses: LookupAddress[] = found;
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new Error(NOT_PUBLIC), '', 0);
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

/**
 * What is wrong with the address of a webhook; null if nothing is. Where a name resolves to is checked when sending.
 */
export function wrongAddress(url: string, { allowsPrivate }: { allowsPrivate: boolean }): string | null {
  if (!URL.canParse(url)) return 'Give a whole address, such as https://example.com/hooks.';
  const { protocol, username, password, hostname, hash } = new URL(url);
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:')) return 'The address must start with https://.';
  if (username + password + hash !== '') return 'The address must not have a name, a password or a # in it.';
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!allowsPrivate && (host === 'localhost' || (isIP(host) !== 0 && !isPublicAddress(host)))) return NOT_PUBLIC;
  return null;
}
