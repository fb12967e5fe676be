import type { FunctionComponent } from 'react';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import type { MoveFormProps } from './use-move.ts';

type Form = FunctionComponent<MoveFormProps>;
// Each form is loaded when its transition is requested.
const form = (load: () => Promise<Form>) => lazy(async () => ({ default: await load() }));

/** Each transition has its form; a new lifecycle event without one does not compile. */
const forms: Record<AgentMove, Form> = {
  'lead.edited': form(async () => (await import('../form/edit-lead.tsx')).default),
  'lead.archived': form(async () => (await import('./reason-forms.tsx')).ArchiveForm),
  'lead.restored': form(async () => (await import('./reason-forms.tsx')).RestoreForm),
  'lead.followed-up': form(async () => (await import('./follow-up-form.tsx')).default),
  'quote.sent': form(async () => (await import('./send-quote-form.tsx')).default),
  'contract.sent': form(async () => (await import('./send-contract-form.tsx')).default),
  'contract.marked-signed': form(async () => (await import('./mark-contracted-form.tsx')).default),
  'contract.reopened': form(async () => (await import('./reason-forms.tsx')).ReopenContractForm),
  'load.posted': form(async () => (await import('./load-board-forms.tsx')).PostLoadForm),
  'load.taken-off': form(async () => (await import('./load-board-forms.tsx')).TakeOffForm),
  'carrier.awarded': form(async () => (await import('./award-form.tsx')).default),
  'carrier.special-awarded': form(async () => (await import('./special-award-form.tsx')).default),
  'award.withdrawn': form(async () => (await import('./reason-forms.tsx')).WithdrawAwardForm),
  'carrier.dropped': form(async () => (await import('./reason-forms.tsx')).DropCarrierForm),
  'contract.closed': form(async () => (await import('./close-contract-form.tsx')).default),
  'contract.corrected': form(async () => (await import('./reason-forms.tsx')).CorrectClosingForm),
  'invoice.sent': form(async () => (await import('./send-invoice-form.tsx')).default),
  'price.reduced': form(async () => (await import('./price-reduction-form.tsx')).default),
  'payment.recorded': form(async () => (await import('./payment-forms.tsx')).RecordPaymentForm),
};

/** The dialog of one transition of one lead. Mounting it opens it; `onClose` requests closing. */
export default function MoveDialog({ move, ...props }: MoveFormProps & { move: AgentMove }) {
  const MoveForm = forms[move];
  return (
    <LazyBoundary>
      <MoveForm {...props} />
    </LazyBoundary>
  );
}
