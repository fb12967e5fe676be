/** How many secrets may be configured at once. */
export const MAXIMUM_SECRETS = 5;

/**
 * The secrets in a setting, separated by commas: the first one signs, all of them verify. This way a secret can be
 * replaced without invalidating what the previous one signed.
 */
export function secretsOf(sessionSecret: string): readonly [string, ...string[]] {
  const [newest = '', ...former] = sessionSecret.split(',').map((secret) => secret.trim());
  return [newest, ...former];
}
