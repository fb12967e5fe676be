import { useQuery } from '@apollo/client/react';
import { LaneOfLeadDocument, PostLoadDocument, TakeOffBoardDocument } from '#src/generated/graphql/graphql.ts';
import { bandText } from '#src/views/ui/band-text.ts';
import { Field } from '#src/views/ui/field.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

interface Rate {
  rateLow: number | null;
  rateHigh: number | null;
}

export function PostLoadForm(props: MoveFormProps) {
  const { lead } = props;
  const { data } = useQuery(LaneOfLeadDocument, { variables: { id: lead.id } });
  const band = data?.agentLead.lanePrice.band;
  const form = useMove({
    ...props,
    draft: { rateLow: null, rateHigh: null } as Rate,
    check: ({ rateLow, rateHigh }) => ({
      rateLow: rateLow === 0 && 'Enter more than zero, or leave it empty.',
      rateHigh:
        (rateHigh === 0 && 'Enter more than zero, or leave it empty.') ||
        (rateLow !== null && rateHigh !== null && rateLow > rateHigh && 'Enter at least the lower rate.'),
    }),
    save: ({ draft, version, ...by }) => mutate(by, PostLoadDocument, { leadId: lead.id, version, ...draft }),
    done: `Load for ${lead.client.name} posted`,
    undo: (client, version) =>
      mutate({ client, key: crypto.randomUUID() }, TakeOffBoardDocument, { leadId: lead.id, version }),
  });
  return (
    <MoveFrame form={form} title={'Post this load?'} verb="Post to load board" size="sm">
      <p className="text-gray-700">
        Carriers see cities, ZIP codes, dates, size, and inventory, and can bid. They don’t see the client’s name,
        phone, email, or street.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Posted rate" optional id={fieldId('rateLow')} error={form.errors.rateLow}>
          <MoneyInput value={form.draft.rateLow} onChange={(rateLow) => form.change({ rateLow })} />
        </Field>
        <Field label="Up to" optional id={fieldId('rateHigh')} error={form.errors.rateHigh}>
          <MoneyInput value={form.draft.rateHigh} onChange={(rateHigh) => form.change({ rateHigh })} />
        </Field>
      </div>
      <p className="text-gray-600">
        {band ? `${bandText(band)}.` : 'Carriers see this as the pay. Leave it empty to let them bid freely.'}
      </p>
    </MoveFrame>
  );
}

export function TakeOffForm(props: MoveFormProps) {
  const { lead } = props;
  const form = useMove({
    ...props,
    draft: {},
    save: ({ version, ...by }) => mutate(by, TakeOffBoardDocument, { leadId: lead.id, version }),
    done: `Load for ${lead.client.name} taken off the board`,
  });
  const bids =
    lead.bidCount === 1
      ? 'Its bid is closed and the carrier is notified.'
      : `Its ${lead.bidCount} bids are closed and the carriers are notified.`;
  return (
    <MoveFrame form={form} title={'Take this load off the board?'} verb="Take off the board" danger size="sm">
      <p className="text-gray-700">Carriers no longer see the load. {lead.bidCount > 0 && bids}</p>
    </MoveFrame>
  );
}
