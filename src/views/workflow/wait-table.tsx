import type { WaitingLeadFragment, WorkflowQuery } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Card } from '#src/views/ui/card.tsx';
import { showSeconds } from '#src/views/ui/numbers.ts';
import { PageLink } from '#src/views/ui/page-link.tsx';
import { usePlaceName } from './place-names.ts';
import { Waited } from './waited.tsx';

const head = 'px-2 py-2 text-xs font-medium text-gray-500';
const number = 'px-2 py-2.5 text-right tabular-nums whitespace-nowrap';

/** Where leads wait: the numbers of the diagram's states, in the order of the lifecycle. */
export function WaitTable({ places }: { places: WorkflowQuery['workflow']['places'] }) {
  const nameOf = usePlaceName();
  return (
    <Card title="Wait times" flush>
      <table className="w-full">
        <thead className="border-b border-gray-200">
          <tr>
            <th scope="col" className={`${head} pl-4 text-left`}>
              State
            </th>
            <th scope="col" className={`${head} text-right`}>
              Leads
            </th>
            <th scope="col" className={`${head} text-right`}>
              Median wait
            </th>
            <th scope="col" className={`${head} text-right max-sm:hidden`}>
              90% within
            </th>
            <th scope="col" className={`${head} text-right max-sm:hidden`}>
              Median stay
            </th>
            <th scope="col" className={`${head} pr-4 text-left max-sm:hidden`}>
              Waiting longest
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-gray-100">
          {places.map(({ place, leads, medianWait, p90Wait, medianStay, longest: found }) => {
            const longest = found;
            return (
              <tr key={place} data-row-of={place}>
                <th scope="row" className="py-2.5 pr-2 pl-4 text-left font-medium">
                  {nameOf(place)}
                  <p className="font-normal text-gray-600 sm:hidden">
                    {leads > 0 && `90% within ${showSeconds(p90Wait)} · `}median stay {showSeconds(medianStay)}
                  </p>
                  {longest && (
                    <p className="font-normal text-gray-600 sm:hidden">
                      Waiting longest: <Longest lead={longest} />
                    </p>
                  )}
                </th>
                <td className={`${number} ${leads === 0 ? 'text-gray-500' : 'font-medium'}`}>{showWhole(leads)}</td>
                <td className={number}>{showSeconds(medianWait)}</td>
                <td className={`${number} max-sm:hidden`}>{showSeconds(p90Wait)}</td>
                <td className={`${number} max-sm:hidden`}>{showSeconds(medianStay)}</td>
                <td className="min-w-0 py-2.5 pr-4 pl-2 max-sm:hidden">
                  {longest ? <Longest lead={longest} /> : <span className="text-gray-500">—</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="border-t border-gray-100 px-4 py-2.5 text-gray-600">
        Waits are of leads that are there now; stays are of leads that left in this period.
      </p>
    </Card>
  );
}

function Longest({ lead }: { lead: WaitingLeadFragment }) {
  return (
    <>
      <PageLink
        className="font-medium text-primary-700 underline-offset-2 hover:underline"
        href={hrefs.agent.lead(lead.id)}
      >
        {lead.clientName}
      </PageLink>
      <span className="text-gray-500">
        {' '}
        <Waited since={lead.since} />
      </span>
    </>
  );
}
