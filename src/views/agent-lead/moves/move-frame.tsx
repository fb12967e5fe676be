import { type ReactNode, useEffect, useRef } from 'react';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { sentence } from '#src/machines/phrases.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { intoView } from '#src/views/ui/draw-then-focus.ts';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { type LeadRow, stageOf, tabOf } from '../lead-lifecycle.ts';
import { AGREEMENT_NAMES, placeName } from '../lead-names.ts';
import { moveDates, routeText } from '../list/lead-cells.tsx';
import { currentOf, type MoveForm } from './use-move.ts';

interface MoveFrameProps {
  form: MoveForm<object>;
  title: string;
  /** The verb: "Send quote". */
  verb: string;
  danger?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** Something is missing that the form itself cannot provide. */
  blocked?: boolean;
  children: ReactNode;
}

export const fieldId = (name: string) => `move-${name}`;

/** The frame of every transition's form: the client, what went wrong and what to do, and the submit button. */
export function MoveFrame({ form, title, verb, danger, size = 'md', blocked = false, children }: MoveFrameProps) {
  const { lead, errors, refusal, isRefused, isStale, problem } = form;
  const byId = Object.fromEntries(Object.entries(errors).map(([name, text]) => [fieldId(name), text]));
  return (
    <FormDialog
      onClose={form.close}
      title={title}
      size={size}
      verb={verb}
      danger={danger}
      busy={form.busy}
      disabled={blocked || isStale || isRefused}
      mayCancel={!form.busy}
      onSubmit={form.submit}
    >
      <p className="text-gray-600">
        {[!title.includes(lead.client.name) && lead.client.name, lead.reference, routeText(lead), moveDates(lead)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isStale && <MoveConflict seen={lead} current={refusal?.current} onAccept={form.accept} />}
      {isRefused && refusal && (
        <Callout
          ref={intoView}
          color="red"
          title={refusal.unmet.length > 0 ? 'You can do this once:' : 'This can’t be done'}
          className="scroll-m-4"
        >
          {refusal.unmet.length > 0 ? (
            <ul className="list-disc pl-4">
              {refusal.unmet.map((phrase) => (
                <li key={phrase}>{sentence(phrase)}</li>
              ))}
            </ul>
          ) : (
            refusal.detail
          )}
        </Callout>
      )}
      {problem && Object.keys(errors).length === 0 && (
        <Callout ref={intoView} color="red" title={problem} className="scroll-m-4" />
      )}
      <FormErrors errors={byId} attempt={form.attempt} />
      {children}
    </FormDialog>
  );
}

/** Someone was faster: shows what the person saw beside the current values. Nothing is overwritten. */
function MoveConflict({ seen, current, onAccept }: { seen: LeadRow; current: unknown; onAccept: () => void }) {
  const changes = changesBetween(seen, current);
  const box = useRef<HTMLDivElement>(null);
  // The form may be scrolled far away, and its button is disabled until this is acknowledged.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Callout color="amber" title="This lead was changed while you worked on it" role="alert">
        {changes.length === 0 ? (
          <p>The change doesn’t affect this form. Nothing was saved yet, and nothing is lost.</p>
        ) : (
          <table className="mt-1 w-full text-left">
            <thead className="text-xs text-gray-600">
              <tr>
                <th className="py-1 pr-3 font-normal">
                  <span className="sr-only">What</span>
                </th>
                <th className="py-1 pr-3 font-normal">You saw</th>
                <th className="py-1 font-normal">It is now</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ what, before, now }) => (
                <tr key={what} className="border-t border-amber-200 align-top">
                  <th className="py-1 pr-3 font-normal text-gray-600">{what}</th>
                  <td className="py-1 pr-3 line-through decoration-gray-400">{before}</td>
                  <td className="py-1 font-medium">{now}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Button size="sm" className="mt-2" onClick={onAccept}>
          Continue with the current version
        </Button>
      </Callout>
    </div>
  );
}

const NOTHING = '—';
const money = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? NOTHING : showMoney(cents);
const date = (day: string | null | undefined) => (day ? showDate(day) : NOTHING);

/** The details of a lead that matter for a transition, in words. */
const facts: Record<string, (lead: LeadRow) => string> = {
  State: (lead) =>
    placeName({ state: tabOf(lead.state), stage: lead.stage && stageOf(lead.stage), isArchived: lead.isArchived }),
  Client: ({ client }) =>
    [client.name, client.email, client.phone && showPhone(client.phone)].filter(Boolean).join(', '),
  Route: routeText,
  'Move date': (lead) => moveDates(lead) ?? NOTHING,
  Agent: (lead) => lead.assignedAgent?.name ?? 'Nobody',
  'Follow up': ({ followUp }) => (followUp ? `${date(followUp.date)}: ${followUp.reason}` : NOTHING),
  Quote: ({ quote }) => (quote ? `${money(quote.total)}, valid until ${date(quote.validUntil)}` : NOTHING),
  Agreement: ({ contract }) => (contract.agreementState ? AGREEMENT_NAMES[contract.agreementState] : NOTHING),
  Bids: (lead) => `${lead.bidCount}, lowest ${money(lead.lowestBid)}`,
  Award: ({ contract }) =>
    contract.awardedCarrier ? `${contract.awardedCarrier.legalName}, ${money(contract.awardAmount)}` : NOTHING,
  Invoice: ({ invoice }) =>
    invoice ? `no. ${invoice.number}, due ${date(invoice.dueOn)}${invoice.paidOn ? ', paid' : ''}` : NOTHING,
};

/** Field by field, what has changed since the person saw it. */
function changesBetween(seen: LeadRow, current: unknown): { what: string; before: string; now: string }[] {
  const lead = currentOf(current);
  if (!lead) return [];
  return Object.entries(facts).flatMap(([what, tell]) => {
    const [before, now] = [tell(seen), tell(lead)];
    return before === now ? [] : [{ what, before, now }];
  });
}
