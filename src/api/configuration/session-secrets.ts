/** How many secrets may be known at once. */
export const MAXIMUM_SECRETS = 5;

/**
 * The secrets in a setting, which are separated by commas: the first one signs, all of them verify. So a secret is
 * replaced without ending what was signed with the one before.
 */
export function secretsOf(sessionSecret: string): readonly [string, ...string[]] {
  const [newest = '', ...former] = sessionSecret.split(',').map((secret) => secret.trim());
  return [newest, ...former];
}
