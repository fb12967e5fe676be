import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { type ImportAssignment, StartLeadImportDocument } from '#src/generated/graphql/graphql.ts';
import { showCount, showWhole } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { CheckReport } from './check-report.tsx';
import { type LeadImport, mappingProblem, type Mapping, type ShowLead } from './import-names.ts';
import { MapColumns } from './map-columns.tsx';
import { useCheck } from './use-check.ts';

/** An uploaded file: its columns are mapped, it is checked, and only then imported. */
export function ImportDraft({ one, showLead }: { one: LeadImport; showLead: ShowLead }) {
  const { id, columns, rowCount } = one;
  const [mapping, setMapping] = useState<Mapping>(one.mapping.map(({ field }) => field));
  const [assign, setAssign] = useState<ImportAssignment>('me');
  const [skipDuplicates, setSkipDuplicates] = useState(true);
  const { found, check, forget } = useCheck(id);
  const [start, starting] = useMutation(StartLeadImportDocument);
  const notify = useNotify();
  const lacking = mappingProblem(mapping);
  const isChecking = found !== null && found.next !== null;
  const isChecked = found !== null && found.next === null;
  const leads = found === null ? 0 : found.right - (skipDuplicates ? found.duplicates.length : 0);
  const isOver = isChecked && leads === 0;
  return (
    <div className="max-w-3xl space-y-4">
      <p className="text-gray-600">
        {one.name}: {showCount(rowCount, 'row')}. Match each column to a field.
      </p>
      <MapColumns
        columns={columns}
        mapping={mapping}
        onChange={(next) => {
          setMapping(next);
          forget();
        }}
      />
      {lacking && <Callout color="amber" role="status" title={lacking} />}
      {isChecking && (
        <div>
          <progress className="w-full" aria-label="Rows checked" value={found.checked} max={rowCount} />
          <p className="text-gray-600 tabular-nums">
            Checked {showWhole(found.checked)} of {showCount(rowCount, 'row')}
          </p>
        </div>
      )}
      {isChecked && (
        <>
          <CheckReport found={found} showLead={showLead} />
          {found.duplicates.length > 0 && (
            <Checkbox
              label="Skip rows that look like leads you have"
              help="By phone or email, and where the move goes, among leads of the last two weeks."
              checked={skipDuplicates}
              onChange={(event) => setSkipDuplicates(event.target.checked)}
            />
          )}
          {isOver && (
            <Callout color="blue" role="status" title="Nothing to import">
              {found.duplicates.length > 0
                ? 'All rows that could be imported look like leads you have.'
                : found.right + found.bad.length === 0
                  ? 'All rows were imported before.'
                  : 'No row can be imported as it is. Correct the file, or match its columns differently.'}
            </Callout>
          )}
          {leads > 0 && (
            <RadioGroup
              legend="Assign them to"
              inline
              value={assign}
              onChange={setAssign}
              choices={[
                { value: 'me', label: 'Me' },
                { value: 'nobody', label: 'Nobody yet' },
              ]}
            />
          )}
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {isChecked && leads > 0 ? (
          <Button
            variant="primary"
            busy={starting.loading}
            onClick={() =>
              void start({ variables: { id, mapping, assign, skipDuplicates } }).catch((error: unknown) =>
                notify.failed(error, 'The import could not be started.'),
              )
            }
          >
            Import {showCount(leads, 'lead')}
          </Button>
        ) : isOver ? (
          <>
            <LinkButton variant="primary" href={hrefs.agent.leads('new')}>
              Go to leads
            </LinkButton>
            <LinkButton href={hrefs.agent.importLeads()}>Import another file</LinkButton>
          </>
        ) : (
          <Button variant="primary" busy={isChecking} disabled={lacking !== null} onClick={() => void check(mapping)}>
            Check the rows
          </Button>
        )}
      </div>
    </div>
  );
}
