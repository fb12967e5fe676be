import { createHmac } from 'node:crypto';

/**
 * Makes the headers that tell the REST API on whose behalf the gateway asks. What a client says of itself in
 * X-Forwarded-For is dropped. The secret shows that it is the gateway who says it (see the API's client-address.ts);
 * a gateway that was not given the session secret is just another client.
 */
export function createForwarding(sessionSecret: string | null): (clientAddress: string) => Record<string, string> {
  if (sessionSecret === null) return (address) => ({ 'x-forwarded-for': address });
  const secret = createHmac('sha256', sessionSecret).update('forwarding').digest('base64url');
  return (address) => ({ 'x-forwarded-for': address, 'x-forwarding-secret': secret });
}

/** The header that carries an access token; none for nobody. */
export function authorizationOf(bearer: string | null): Record<string, string> {
  return bearer === null ? {} : { authorization: `Bearer ${bearer}` };
}
