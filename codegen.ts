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

/** What is generated from the GraphQL schema and the views' documents. Run by scripts/generate.ts. */
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
      // Without the transform, Apollo adds __typename by itself and the hash names another document.
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
