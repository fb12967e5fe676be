import { useApolloClient } from '@apollo/client/react';
import { Dialog as Base, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { MagnifyingGlassIcon } from '@heroicons/react/16/solid';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { SearchAgentLeadsDocument, type SearchAgentLeadsQuery } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { cx } from '#src/views/ui/class-names.ts';
import { useModal } from '#src/views/ui/use-modal.ts';
import { useSearchResults } from '#src/views/ui/use-search-results.ts';
import { LeadHit } from './lead-hit.tsx';

export type Hit = SearchAgentLeadsQuery['searchAgentLeads'][number];

/** Ctrl+K: finds any lead by what one remembers of it, and opens it. */
export default function LeadSearch({ onClose }: { onClose: () => void }) {
  const client = useApolloClient();
  const { isOpen, panel, close } = useModal({ open: true, onClose });
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const wanted = text.trim();

  async function search(query: string, signal: AbortSignal): Promise<readonly Hit[]> {
    const { data } = await client.query({
      query: SearchAgentLeadsDocument,
      variables: { query },
      fetchPolicy: 'network-only',
      context: { fetchOptions: { signal } },
    });
    return data?.searchAgentLeads ?? [];
  }
  const { options: hits, status } = useSearchResults(search, wanted === '' ? null : wanted);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function take(hit: Hit | undefined) {
    if (!hit) return;
    onClose();
    navigate(hrefs.agent.lead(hit.id));
  }
  function keys(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(hits[active]);
    }
  }

  return (
    <Base open={isOpen} onClose={close} className="relative z-40" aria-label="Search leads">
      <DialogBackdrop className="fixed inset-0 bg-gray-900/30 duration-150 starting:opacity-0" />
      <div className="fixed inset-0 flex items-start justify-center p-3 sm:p-4 sm:pt-[10vh]">
        <DialogPanel
          ref={panel}
          className="flex max-h-[80dvh] w-full max-w-xl flex-col overflow-hidden rounded-lg bg-white shadow-float duration-150 starting:translate-y-1 starting:opacity-0"
        >
          <div className="flex items-center gap-2 border-b border-gray-200 px-4">
            <MagnifyingGlassIcon className="size-4 shrink-0 text-gray-500" aria-hidden />
            <input
              data-autofocus
              type="text"
              role="combobox"
              aria-label="Search leads"
              aria-expanded={hits.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={hits[active] ? `${listId}-${active}` : undefined}
              autoComplete="off"
              maxLength={100}
              placeholder="Reference, client, phone, email or place"
              className="h-12 min-w-0 flex-1 text-base outline-none"
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setActive(0);
              }}
              onKeyDown={keys}
            />
          </div>
          <div ref={list} className="min-h-0 overflow-y-auto">
            <div id={listId} role="listbox" aria-label="Leads" className={cx(hits.length > 0 && 'p-1.5')}>
              {hits.map((hit, index) => (
                // The focus stays in the field, which has the keys; the option is named to the reader as the active one.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={hit.id}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={cx('cursor-pointer rounded-md px-2.5 py-2', index === active && 'bg-gray-100')}
                  onMouseMove={() => setActive(index)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(hit)}
                >
                  <LeadHit hit={hit} />
                </div>
              ))}
            </div>
            <p role="status" className="px-4 text-gray-600 not-empty:py-4">
              {wanted === '' && 'Type a name, a reference like L-1042, a phone number, a city or a ZIP.'}
              {status === 'searching' && hits.length === 0 && 'Searching…'}
              {status === 'failed' && 'Search failed. Type again to retry.'}
              {status === 'found' && hits.length === 0 && `Nothing found for “${wanted}”.`}
            </p>
          </div>
        </DialogPanel>
      </div>
    </Base>
  );
}
