import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';
import type { CodegenConfig } from '@graphql-codegen/cli';

const scalars = {
  ID: 'string',
  Int: 'number',
  Float: 'number',
  /** YYYY-MM-DD */
  Date: 'string',
  /** UTC, ISO 8601 */
  Instant: 'string',
  /** Integer cents, USD */
  Cents: 'number',
  Json: 'unknown',
};

/** What to generate from the GraphQL schema and the views' documents. Run by scripts/generate.ts. */
const configuration: CodegenConfig = {
  schema: 'schema/*.graphql',
  documents: ['src/views/**/*.graphql', 'src/app/**/*.graphql'],
  ignoreNoDocuments: true,
  emitLegacyCommonJSImports: false,
  importExtension: '.ts',
  config: { scalars, useTypeImports: true, enumsAsTypes: true, enumType: 'string-literal', strictScalars: true },
  generates: {
    'src/generated/graphql/': {
      preset: 'client',
      // Without this transform, Apollo adds __typename itself, so the hash would be of a different document.
      documentTransforms: [addTypenameSelectionDocumentTransform],
      presetConfig: {
        persistedDocuments: true,
        fragmentMasking: false,
        skipIndexFile: true,
      },
    },
  },
};

export default configuration;
