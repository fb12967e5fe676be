import type { DocumentNode } from 'graphql';

/**
 * Replaces the printer of GraphQL documents. A build sends only their hashes (src/app/client.ts), and Apollo prints
 * documents only to tell them apart. Their names suffice for that: the code generator ensures that they are unique.
 */
export const print = ({ definitions }: DocumentNode): string =>
  definitions.map((one) => ('name' in one ? one.name?.value : one.kind)).join(' ');
