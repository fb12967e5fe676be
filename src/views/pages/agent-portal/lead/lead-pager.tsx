import { ChevronLeftIcon, ChevronRightIcon } from '@heroicons/react/24/outline';
import { useApolloClient } from '@apollo/client/react';
import { navigate } from 'wouter/use-browser-location';
import { AgentLeadsDocument } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { keepTrail, type LeadTrail, readTrail } from '#src/views/agent-lead/list/lead-trail.ts';
import { IconButton } from '#src/views/ui/button.tsx';
import { useShortcut } from '#src/views/ui/shortcuts.ts';
import { useWrite } from '#src/views/ui/use-write.ts';

/** Links to the previous and next lead in the list that this one was opened from; nothing without such a list. */
export function LeadPager({ id }: { id: string }) {
  const trail = readTrail();
  const at = trail?.ids.indexOf(id) ?? -1;
  return trail && at >= 0 ? <Pager trail={trail} at={at} /> : null;
}

function Pager({ trail, at }: { trail: LeadTrail; at: number }) {
  const client = useApolloClient();
  const { write } = useWrite();
  const { ids, after, wanted, total } = trail;
  const isEnd = at === ids.length - 1 && after === null;
  // The same view of the other lead, as in the URL: after a click on a tab, this one may still show the view before.
  // Once the lead is being left, nothing happens. The list stays one step back, however many leads are viewed.
  function open(id: string | undefined) {
    const path = location.pathname;
    if (id && path.includes(ids[at]!)) navigate(path.replace(ids[at]!, id), { replace: true });
  }
  const previous = () => open(ids[at - 1]);
  function next() {
    if (at < ids.length - 1 || isEnd) return open(ids[at + 1]);
    void write({
      send: async () => {
        const { data } = await client.query({
          query: AgentLeadsDocument,
          variables: { ...wanted, after },
          fetchPolicy: 'no-cache',
        });
        const { leads, page } = data!.agentLeads;
        const more = leads.map((lead) => lead.id).filter((one) => !ids.includes(one));
        keepTrail({ ...trail, ids: [...ids, ...more], after: page.hasNext ? page.end : null });
        return more[0];
      },
      done: open,
      failed: 'The next lead could not be loaded.',
    });
  }
  useShortcut('j', 'Next lead', next);
  useShortcut('k', 'Previous lead', previous);
  const count = after === null ? showWhole(ids.length) : total ? showWhole(total) : `${showWhole(ids.length)}+`;
  return (
    <nav aria-label="Leads of the list" className="flex items-center gap-1 text-gray-500 tabular-nums">
      <span role="status">
        {showWhole(at + 1)} of {count}
      </span>
      <IconButton size="sm" label="Previous lead" icon={<ChevronLeftIcon />} disabled={at === 0} onClick={previous} />
      <IconButton size="sm" label="Next lead" icon={<ChevronRightIcon />} disabled={isEnd} onClick={next} />
    </nav>
  );
}
