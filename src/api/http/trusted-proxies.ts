import proxyAddr from '@fastify/proxy-addr';
import { plainAddress } from './client-address.ts';
import type { IncomingMessage } from 'node:http';

/**
 * The reverse proxies in front of this process: their addresses and CIDR ranges (also `loopback`, `linklocal`,
 * `uniquelocal`), or how many there are. Empty: none; the connection's address is the person's.
 */
export type TrustedProxies = readonly string[] | number;

type Trust = (address: string, hop: number) => boolean;

/**
 * Whether an address of the chain (the connection first, then X-Forwarded-For from its end) is one of our proxies. The
 * first one that is not is the person's; anything before it in the header is unverified.
 */
export function trustOf(proxies: TrustedProxies): Trust {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const isOurs = proxyAddr.compile([...proxies]);
  // Some proxies add the port to each hop.
  return (address, hop) => isOurs(plainAddress(address), hop);
}

/** Reads the person's address from a request that does not come through Fastify: a web socket upgrade. */
export function createAddressOf(proxies: TrustedProxies): (request: IncomingMessage) => string {
  const trust = trustOf(proxies);
  return (request) => proxyAddr(request, trust) ?? '';
}

/** @returns null if the text is neither a number of hops nor a list of addresses and ranges */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const ranges = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  // The parser accepts a bare number as an address, too.
  if (ranges.some((range) => !/[.:]|^(?:loopback|linklocal|uniquelocal)$/.test(range))) return null;
  try {
    proxyAddr.compile(ranges);
    return ranges;
  } catch {
    return null;
  }
}

/** Whether no proxy is trusted. */
export const hasNoProxies = (proxies: TrustedProxies): boolean =>
  typeof proxies === 'number' ? proxies === 0 : proxies.length === 0;
