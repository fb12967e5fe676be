import { useApolloClient, useQuery } from '@apollo/client/react';
import { BookmarkIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import {
  ChangeViewDocument,
  type LeadColumn,
  RemoveViewDocument,
  SavedViewsDocument,
} from '#src/generated/graphql/graphql.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { Menu, type MenuEntry } from '#src/views/ui/menu.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { graphqlTab } from '../lead-lifecycle.ts';
import { useChosenColumns } from '../list/columns-of.tsx';
import { filterOf, type LeadFilters } from '../list/lead-filters.ts';
import { addressOf, isEdited, type SavedViewRow } from './view-address.ts';
import { ViewDialog } from './view-dialog.tsx';

interface ViewsMenuProps {
  tab: AgentLeadTab;
  filters: LeadFilters;
  onChange: (part: LeadFilters) => void;
  /** It was opened before it was loaded. */
  startsOpen: boolean;
}

/** Opens, saves, and changes saved views. The open view is in the URL, like its filters. */
export default function ViewsMenu({ tab, filters, onChange, startsOpen }: ViewsMenuProps) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(SavedViewsDocument, { fetchPolicy: 'cache-and-network' });
  const readAgain = () => void refetch().catch(() => {});
  const [dialog, setDialog] = useState<'new' | 'edit' | 'delete' | null>(null);
  const { busy, write } = useWrite();
  const views = data?.savedViews ?? [];
  const open = views.find(({ id }) => id === filters.saved);
  const edited = open !== undefined && isEdited(open, tab, filters);
  const columns = useChosenColumns(tab, filters) as readonly LeadColumn[] | null | undefined;
  const shown = {
    tab: graphqlTab(tab),
    filter: filterOf(filters, tab),
    sort: filters.sort,
    columns: columns ? [...columns] : undefined,
  };

  async function run(send: () => Promise<unknown>, said: string, failed: string): Promise<void> {
    if (await write({ send, done: said, failed })) setDialog(null);
    readAgain();
  }
  const update = ({ id, version, name, isShared }: SavedViewRow) =>
    run(
      () => mutate({ client, key: crypto.randomUUID() }, ChangeViewDocument, { id, version, name, isShared, ...shown }),
      'View updated',
      'Couldn’t update the view. Try again.',
    );
  const remove = ({ id, version }: SavedViewRow) =>
    run(
      async () => {
        await mutate({ client, key: crypto.randomUUID() }, RemoveViewDocument, { id, version });
        onChange({ saved: undefined, columns: undefined });
      },
      'View deleted',
      'Couldn’t delete the view. Try again.',
    );

  const items: MenuEntry[] = [
    ...views.map((view) => {
      const { tab: to, filters: kept } = addressOf(view);
      return { label: view.name, note: noteOf(view), href: hrefs.agent.leads(to, { ...kept }) };
    }),
    ...(error && !data ? [{ label: 'The views could not be loaded. Try again', onSelect: readAgain }] : []),
    ...(views.length > 0 || error ? (['separator'] as const) : []),
    ...(open && edited && open.canChange
      ? [{ label: `Update “${open.name}”`, note: 'With these filters and columns', onSelect: () => void update(open) }]
      : []),
    { label: 'Save as a new view…', onSelect: () => setDialog('new') },
    ...(open?.canChange
      ? [
          { label: 'Rename or share…', onSelect: () => setDialog('edit') },
          { label: 'Delete…', danger: true, onSelect: () => setDialog('delete') },
        ]
      : []),
  ];
  return (
    <>
      <Menu className="btn btn-sm btn-ghost" items={items} startsOpen={startsOpen}>
        <BookmarkIcon aria-hidden className="max-sm:hidden" />
        <span className="truncate max-w-40">{open?.name ?? 'Views'}</span>
        {edited && <span className="font-normal text-gray-500">edited</span>}
      </Menu>
      {(dialog === 'new' || (dialog === 'edit' && open)) && (
        <ViewDialog
          view={dialog === 'edit' ? open : undefined}
          shown={shown}
          onClose={() => {
            setDialog(null);
            readAgain();
          }}
          onSaved={(id) => {
            setDialog(null);
            readAgain();
            onChange({ saved: id, ...(dialog === 'new' && { columns: columns?.join() }) });
          }}
        />
      )}
      {open && (
        <ConfirmDialog
          open={dialog === 'delete'}
          onClose={() => setDialog(null)}
          title={`Delete “${open.name}”?`}
          confirm="Delete view"
          busy={busy !== null}
          onConfirm={() => void remove(open)}
        >
          {open.isShared ? 'Your colleagues lose this view, too. ' : ''}The leads stay as they are.
        </ConfirmDialog>
      )}
    </>
  );
}

const noteOf = ({ isOwn, isShared, author }: SavedViewRow) =>
  isOwn ? (isShared ? 'Shared with everyone' : undefined) : `Shared by ${author}`;
