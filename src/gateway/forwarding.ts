import { createHmac } from 'node:crypto';

/**
 * Creates the headers that identify to the REST API on whose behalf the gateway calls. A client's own X-Forwarded-For
 * is dropped. The secret proves that the header comes from the gateway (see the API's client-address.ts); a gateway
 * without the session secret is just another client.
 */
export function createForwarding(sessionSecret: string | null): (clientAddress: string) => Record<string, string> {
  if (sessionSecret === null) return (address) => ({ 'x-forwarded-for': address });
  const secret = createHmac('sha256', sessionSecret).update('forwarding').digest('base64url');
  return (address) => ({ 'x-forwarded-for': address, 'x-forwarding-secret': secret });
}

/** The header that carries an access token; no header if nobody is signed in. */
export function authorizationOf(bearer: string | null): Record<string, string> {
  return bearer === null ? {} : { authorization: `Bearer ${bearer}` };
}
