import type { DocumentNode } from 'graphql';

/**
 * Stands in for what prints GraphQL documents. A build sends only their hashes (src/app/client.ts), and Apollo prints them
 * for no more than to tell one from another, which their names do: the code generator lets no two have the same.
 */
export const print = ({ definitions }: DocumentNode): string =>
  definitions.map((one) => ('name' in one ? one.name?.value : one.kind)).join(' ');
