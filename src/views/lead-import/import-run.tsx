import { showCount, showWhole } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import type { LeadImport } from './import-names.ts';

/** An import in progress or finished. It continues when the page is closed. */
export function ImportRun({
  one: { id, rowCount, added, repeated, duplicates, refused, finishedAt },
}: {
  one: LeadImport;
}) {
  const left = duplicates + refused;
  const done = added + repeated + left;
  return (
    <div className="max-w-xl">
      <Card title={finishedAt ? 'Import finished' : 'Importing…'}>
        <div className="space-y-4">
          {!finishedAt && (
            <>
              <progress className="w-full" aria-label="Leads imported" value={done} max={rowCount} />
              <p className="text-gray-600 tabular-nums">
                {showWhole(done)} of {showCount(rowCount, 'row')}. You can leave this page: the import goes on.
              </p>
            </>
          )}
          <div role="status">
            <ul className="space-y-1">
              <li>{showCount(added, 'lead')} imported</li>
              {repeated > 0 && <li>{showCount(repeated, 'row')} skipped: imported before</li>}
              {duplicates > 0 && (
                <li>
                  {showCount(duplicates, 'row')} skipped: {duplicates === 1 ? 'looks like a lead' : 'look like leads'}{' '}
                  you have
                </li>
              )}
              {refused > 0 && <li>{showCount(refused, 'row')} refused</li>}
            </ul>
          </div>
          {finishedAt && (
            <div className="flex flex-wrap gap-2">
              <LinkButton variant="primary" href={hrefs.agent.leads('new')}>
                Open new leads
              </LinkButton>
              {left > 0 && (
                <LinkButton href={hrefs.agent.importRefused(id)} download>
                  Download the other rows
                </LinkButton>
              )}
              <LinkButton href={hrefs.agent.importLeads()}>Import another file</LinkButton>
            </div>
          )}
        </div>
      </Card>
    </div>
  );
}
