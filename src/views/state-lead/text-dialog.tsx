import { useQuery } from '@apollo/client/react';
import { StateLeadTextsDocument } from '#src/generated/graphql/graphql.ts';
import { firstName } from '#src/machines/first-name.ts';
import { fillText } from '#src/machines/state-lead/texts.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { moveDateText, placeText } from '#src/views/ui/move-words.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import type { StateLeadRow } from './state-lead-names.ts';

interface TextDialogProps {
  lead: StateLeadRow;
  sender: string;
  onClose: () => void;
}

/** Opens the phone's messaging app, with one of the business's texts or empty; nothing is sent from here. */
export default function TextDialog({ lead, sender, onClose }: TextDialogProps) {
  const { data, error, refetch } = useQuery(StateLeadTextsDocument);
  const { name, phone } = lead.client!;
  const { texts, business } = data?.stateLeadTexts ?? {};
  // Both iOS and Android understand it with the question mark and the ampersand.
  const hrefOf = (text: string) => `sms:${phone}${text ? `?&body=${encodeURIComponent(text)}` : ''}`;
  const filled = texts?.map((one) => ({
    name: one.name,
    text: fillText(one.text, {
      name: firstName(name),
      route: `${placeText(lead.origin)} to ${placeText(lead.destination)}`,
      date: moveDateText(lead),
      business: business ?? '',
      me: firstName(sender),
    }),
  }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Text ${name}`}
      footer={
        <LinkButton href={hrefOf('')} onClick={onClose}>
          Empty message
        </LinkButton>
      }
    >
      <p className="text-gray-600">
        To {showPhone(phone!)}. Choose a text; your messaging app opens with it, and you can change it there.
      </p>
      {error && !filled && <FailedState title="Your texts could not be loaded" onRetry={() => void refetch()} />}
      {!error && !filled && (
        <Loading label="Loading your texts…">
          <TextBones lines={6} />
        </Loading>
      )}
      {filled && (
        <ul aria-label="Texts" className="mt-4 space-y-2">
          {filled.map((one) => (
            <li key={one.name}>
              <a
                href={hrefOf(one.text)}
                onClick={onClose}
                className="block rounded-md border border-gray-200 px-4 py-2.5 hover:border-gray-400"
              >
                <span className="block font-medium">{one.name}</span>
                <span className="block wrap-anywhere text-gray-600">{one.text}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
