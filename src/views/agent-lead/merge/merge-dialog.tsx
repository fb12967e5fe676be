import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  type MergeField,
  MergeLeadsDocument,
  type MergeSideFragment,
  MergeSidesDocument,
} from '#src/generated/graphql/graphql.ts';
import { haveContactInCommon, takesAgreed, whyNotMerged } from '#src/machines/agent-lead/agent-lead.merge.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { lifecycleOf, tabOf } from '../lead-lifecycle.ts';
import { TAB_NAMES } from '../lead-names.ts';
import { whyAgreed } from '../moves/lead-moves.ts';
import { differing, FIELDS } from './merge-fields.ts';
import { PickLead } from './pick-lead.tsx';

interface MergeDialogProps {
  id: string;
  /** Null if it is still to be chosen. */
  otherId: string | null;
  onClose: () => void;
  /** Called with the id of the lead that was kept. */
  onMerged: (keptId: string) => void;
}

/** Two leads side by side: which one to keep, and what it takes over from the other. */
export default function MergeDialog({ otherId, ...rest }: MergeDialogProps) {
  const [chosen, setChosen] = useState(otherId);
  if (chosen === null) return <PickLead exceptId={rest.id} onClose={rest.onClose} onPick={setChosen} />;
  return <MergeOf {...rest} otherId={chosen} />;
}

function MergeOf({ id, otherId, ...rest }: MergeDialogProps & { otherId: string }) {
  const { data, error, refetch } = useQuery(MergeSidesDocument, {
    variables: { id, otherId },
    fetchPolicy: 'network-only',
  });
  const again = () => void refetch().catch(() => {});
  if (data) return <Merge sides={[data.one, data.other]} onStale={again} {...rest} />;
  return (
    <Dialog open onClose={rest.onClose} title="Merge leads" size="lg">
      {error ? (
        <FailedState title="The leads could not be loaded" onRetry={again} />
      ) : (
        <Loading label="Loading both leads…">
          <TextBones lines={8} />
        </Loading>
      )}
    </Dialog>
  );
}

type Side = MergeSideFragment;
const SAME = 'merge-same-client';

interface MergeProps extends Pick<MergeDialogProps, 'onClose' | 'onMerged'> {
  sides: readonly [Side, Side];
  onStale: () => void;
}

function Merge({ sides, onClose, onMerged, onStale }: MergeProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [one, other] = sides;
  const why = (kept: Side, gone: Side) => whyNotMerged(lifecycleOf(kept), lifecycleOf(gone));
  const whyOff = { [one.id]: why(one, other), [other.id]: why(other, one) };
  const [chosenKept, setKept] = useState<string | null>(null);
  const keptId = chosenKept ?? (whyOff[one.id] !== null && whyOff[other.id] === null ? other.id : one.id);
  const [kept, gone] = keptId === one.id ? [one, other] : [other, one];
  /** By field, the lead whose value is kept, if the person chose one. */
  const [chosen, setChosen] = useState<Partial<Record<MergeField, string>>>({});
  const fields = differing(one, other);
  const isBound = (field: MergeField) => FIELDS[field].isAgreed === true && !takesAgreed(lifecycleOf(kept));
  const from = (field: MergeField): string => {
    if (isBound(field)) return kept.id;
    const { show } = FIELDS[field];
    return chosen[field] ?? (show(kept) === null && show(gone) !== null ? gone.id : kept.id);
  };
  const take = fields.filter((field) => from(field) === gone.id);
  const needsConfirmation = !haveContactInCommon(one.client, other.client);
  const [isSameClient, setSameClient] = useState(false);
  const offBecause = whyOff[keptId] ?? null;
  const isImpossible = whyOff[one.id] !== null && whyOff[other.id] !== null;
  const variables = {
    leadId: kept.id,
    version: kept.version,
    otherId: gone.id,
    otherVersion: gone.version,
    take,
    ...(needsConfirmation && { isSameClient }),
  };
  const key = useSendKey(variables);
  const form = useSubmit({
    errors: { [SAME]: needsConfirmation && !isSameClient && 'Confirm that both leads are from the same client.' },
    send: () => mutate({ client, key }, MergeLeadsDocument, variables),
    done: () => {
      notify.done(`${gone.reference} merged into ${kept.reference}`);
      onMerged(kept.id);
    },
    fallback: 'The leads could not be merged. Try again.',
  });
  const agreed = fields.some(isBound) ? whyAgreed(kept) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Merge ${one.reference} and ${other.reference}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={form.busy}
            disabled={offBecause !== null}
            onClick={() => void form.submit().then(onStale)}
          >
            Merge into {kept.reference}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <FormErrors errors={form.errors} attempt={form.attempt} />
        {form.problem && <Callout color="red" role="alert" title={form.problem} />}
        {isImpossible && <Callout color="amber" role="alert" title={whyOff[one.id] ?? ''} />}
        <RadioGroup
          paired
          legend="Which lead do you keep?"
          value={keptId}
          onChange={setKept}
          choices={sides.map((lead) => ({
            value: lead.id,
            label: (
              <>
                <span className="font-medium">{lead.reference}</span> {lead.client.name},{' '}
                {lead.isArchived ? 'archived' : TAB_NAMES[tabOf(lead.state)]}
              </>
            ),
            help: whyOff[lead.id] ?? undefined,
            disabled: whyOff[lead.id] !== null,
          }))}
        />
        {agreed && (
          <Callout color="blue" title={`Some of ${kept.reference} stays as it is`}>
            {agreed}
          </Callout>
        )}
        {fields.length === 0 && <p className="text-gray-600">Both leads say the same.</p>}
        {fields.map((field) => (
          <RadioGroup
            key={field}
            paired
            legend={FIELDS[field].name}
            value={from(field)}
            onChange={(id) => setChosen({ ...chosen, [field]: id })}
            choices={sides.map((lead) => ({
              value: lead.id,
              label: <span className="wrap-anywhere">{FIELDS[field].show(lead) ?? 'Nothing'}</span>,
              help: lead.reference,
              disabled: isBound(field) && lead.id !== kept.id,
            }))}
          />
        ))}
        {needsConfirmation && (
          <Checkbox
            id={SAME}
            label={`${one.client.name} and ${other.client.name} are the same client`}
            help="These leads have neither a phone number nor an email address in common."
            checked={isSameClient}
            onChange={(event) => setSameClient(event.currentTarget.checked)}
          />
        )}
        <p className="text-gray-600">
          Notes, calls, files, chats and emails of {gone.reference} move to {kept.reference}. {gone.reference} goes to
          the archive with its estimates and its history. If both have an open chat, the older one is closed. Restoring{' '}
          {gone.reference} later doesn’t bring the rest back.
        </p>
      </div>
    </Dialog>
  );
}
