import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { ClientFields } from './client-fields.tsx';
import { InventoryEditor } from './inventory-editor.tsx';
import { emptyItem, emptyLead, emptyStop, inputOf, type LeadDraft } from './lead-draft.ts';
import { controlId } from './lead-field.tsx';
import { MoveFields, OfficeFields } from './move-fields.tsx';
import { StopsEditor } from './stops-editor.tsx';

const draft: LeadDraft = {
  ...emptyLead({ id: 'agent', label: 'Dana' }),
  stops: [emptyStop('pick_up')],
  inventory: [emptyItem],
};
const client = new ApolloClient({ link: ApolloLink.empty(), cache: new InMemoryCache() });

function Around({ children }: { children: ReactNode }) {
  return (
    <ApolloProvider client={client}>
      <FormProvider {...useForm<LeadDraft>({ defaultValues: draft })}>{children}</FormProvider>
    </ApolloProvider>
  );
}

/** `stops.0.zip`, `client.name`, `notes`. The code of the field for items in words is loaded later. */
const { itemsText: _, ...drawn } = draft;
const paths = Object.entries({ ...drawn, agent: '' }).flatMap(([name, value]): string[] => {
  if (Array.isArray(value)) return Object.keys(value[0]!).map((part) => `${name}.0.${part}`);
  return typeof value === 'object' && value ? Object.keys(value).map((part) => `${name}.${part}`) : [name];
});

test('every field of a lead has its control in the form', () => {
  const page = renderToStaticMarkup(
    <Around>
      <ClientFields />
      <StopsEditor isAgreed={false} />
      <MoveFields isNew isAgreed={false} />
      <InventoryEditor />
      <OfficeFields />
    </Around>,
  );
  expect(paths.filter((path) => !page.includes(`"${controlId(path)}"`))).toEqual([]);
});

test('a box that nobody ticked is stored as not known', () => {
  expect(inputOf(draft).stops[0]).toMatchObject({ hasElevator: null, needsShuttle: null });
});
