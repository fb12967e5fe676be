import proxyAddr from '@fastify/proxy-addr';
import { plainAddress } from './client-address.ts';
import type { IncomingMessage } from 'node:http';

/**
 * The reverse proxies in front of this process: their addresses and CIDR ranges (also `loopback`, `linklocal`,
 * `uniquelocal`), or how many there are. Empty: none, the address of the connection is the person's.
 */
export type TrustedProxies = readonly string[] | number;

type Trust = (address: string, hop: number) => boolean;

/**
 * Whether an address of the chain (the connection first, then X-Forwarded-For from its end) is a proxy of ours. The
 * first one that is not is the person's; what stands before it in the header is a claim.
 */
export function trustOf(proxies: TrustedProxies): Trust {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const isOurs = proxyAddr.compile([...proxies]);
  // Some name each hop with its port.
  return (address, hop) => isOurs(plainAddress(address), hop);
}

/** Reads the person's address from a request that is no request of Fastify's: the upgrade to a web socket. */
export function createAddressOf(proxies: TrustedProxies): (request: IncomingMessage) => string {
  const trust = trustOf(proxies);
  return (request) => proxyAddr(request, trust) ?? '';
}

/** @returns null where the text is neither a number of hops nor a list of addresses and ranges */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const ranges = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  // A bare number is an address, too, to a parser.
  if (ranges.some((range) => !/[.:]|^(?:loopback|linklocal|uniquelocal)$/.test(range))) return null;
  try {
    proxyAddr.compile(ranges);
    return ranges;
  } catch {
    return null;
  }
}

/** Whether nobody's word counts. */
export const hasNoProxies = (proxies: TrustedProxies): boolean =>
  typeof proxies === 'number' ? proxies === 0 : proxies.length === 0;
