import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import {
  ChangeViewDocument,
  SavedViewsDocument,
  type SavedViewsQuery,
  SaveViewDocument,
  type SaveViewMutationVariables,
} from '#src/generated/graphql/graphql.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { addressOf, type SavedViewRow } from './view-address.ts';
import { filterOf } from '../list/lead-filters.ts';

interface ViewDialogProps {
  /** The view to rename or share; omitted to save a new one. */
  view: SavedViewRow | undefined;
  /** What the list shows. */
  shown: Pick<SaveViewMutationVariables, 'tab' | 'filter' | 'sort' | 'columns'>;
  onClose: () => void;
  onSaved: (id: string) => void;
}

export function ViewDialog({ view, shown, onClose, onSaved }: ViewDialogProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  // Renaming must not save filters that were only being tried.
  const kept = view && addressOf(view);
  const said = kept
    ? {
        tab: view.tab,
        filter: filterOf(kept.filters, kept.tab),
        sort: kept.filters.sort,
        columns: view.columns ?? undefined,
      }
    : shown;
  const variables = { name: name.trim(), isShared, ...said };
  const context = { headers: { 'idempotency-key': useSendKey({ ...variables, version: view?.version }) } };
  const keep = (savedViews: SavedViewsQuery['savedViews']) =>
    client.writeQuery({ query: SavedViewsDocument, data: { __typename: 'Query', savedViews } });

  const { busy, errors, problem, submit } = useSubmit({
    errors: { name: name.trim() === '' && 'Enter a name.' },
    send: async () => {
      if (view) {
        const { id, version } = view;
        const { data } = await client.mutate({
          mutation: ChangeViewDocument,
          variables: { id, version, ...variables },
          context,
        });
        return data!.changeView;
      }
      const { data } = await client.mutate({ mutation: SaveViewDocument, variables, context });
      return data!.saveView;
    },
    done: ({ id, views }) => {
      keep(views);
      notify.done(view ? 'View updated' : 'View saved');
      onSaved(id);
    },
    fallback: 'Couldn’t save the view. Try again.',
  });

  return (
    <FormDialog
      onClose={onClose}
      title={view ? `Rename or share “${view.name}”` : 'Save view'}
      size="sm"
      verb="Save"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {problem && (
        <Callout color="red" role="alert" title="The view was not saved">
          {problem}
        </Callout>
      )}
      <Field
        label="Name"
        error={errors.name ?? errors.stage ?? null}
        help={view ? undefined : 'Keeps this tab with its filters, order, and columns.'}
      >
        <Input
          value={name}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <Checkbox
        label="Share with the brokerage"
        help="Every agent can open it. You, and agents who manage the team or the settings, can change it."
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
