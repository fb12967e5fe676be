import { type FormEvent, useState } from 'react';
import { isSignerName, SIGNER_NAME_NEEDED } from '#src/machines/agreement/signer-name.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Signature } from '#src/views/ui/signature.tsx';
import type { SigningDocument } from './signing-document.ts';
import type { Signing } from './use-signing.ts';

export const SIGN_FORM = 'sign';
const CONSENT = 'sign-consent';
const NAME = 'sign-name';

interface SignFormProps {
  signing: Signing;
  document: SigningDocument;
  /** Loads the text again, after it was refused. */
  onReadAgain: () => void;
  canDecline: boolean;
}

/** Consent, signature, and a sentence above the button that states what is agreed to. */
export function SignForm({
  signing: { actor, snapshot, draft, problem, busy },
  document,
  onReadAgain,
  canDecline,
}: SignFormProps) {
  const [attempt, setAttempt] = useState(0);
  const isRefused = snapshot.matches({ begun: 'refused' });
  const errors: Record<string, string> = {
    ...(!draft.hasConsent && { [CONSENT]: 'Agree to use electronic records.' }),
    ...(!isSignerName(draft.name) && { [NAME]: SIGNER_NAME_NEEDED }),
    ...(draft.kind === 'drawn' && !draft.image && { [SIGN_FORM]: 'Draw your signature, or type it instead.' }),
  };
  const shown = attempt > 0 ? errors : {};
  const change = (part: Partial<typeof draft>) => actor.send({ type: 'draft.changed', part });

  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt((count) => count + 1);
    if (Object.keys(errors).length === 0) actor.send({ type: 'signature.sent' });
  }

  return (
    <form
      id={SIGN_FORM}
      tabIndex={-1}
      noValidate
      aria-labelledby="sign-title"
      className="scroll-mt-16 space-y-5 outline-none"
      onSubmit={submit}
    >
      <h2 id="sign-title" className="text-lg font-semibold tracking-tight">
        Sign
      </h2>
      <FormErrors errors={shown} attempt={attempt} />
      <Checkbox
        id={CONSENT}
        label={document.consentText}
        checked={draft.hasConsent}
        error={shown[CONSENT]}
        onChange={(event) => change({ hasConsent: event.currentTarget.checked })}
      />
      <Signature
        id={NAME}
        error={shown[NAME]}
        kind={draft.kind}
        onKind={(kind) => {
          // Errors of the other kind of signature have not been attempted yet.
          setAttempt(0);
          change({ kind, image: null });
        }}
        typed={draft.name}
        onTyped={(name) => change({ name })}
        onChange={(value) => change({ image: value?.kind === 'drawn' ? value.image : null })}
      />
      {draft.kind === 'drawn' && (
        <Field label="Full name" id={NAME} error={shown[NAME]} help="Printed below your signature.">
          <Input
            autoComplete="name"
            maxLength={120}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </Field>
      )}
      {problem && (
        <Callout
          color="red"
          title={problem}
          action={
            isRefused ? (
              <Button
                onClick={() => {
                  onReadAgain();
                  actor.send({ type: 'text.read-again' });
                }}
              >
                Read it again
              </Button>
            ) : undefined
          }
        />
      )}
      <div>
        <p className="mb-3">{document.statement}</p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" size="lg" busy={busy} disabled={isRefused} className="max-sm:w-full">
            Sign
          </Button>
          {canDecline && (
            <Button
              size="lg"
              variant="ghost"
              disabled={busy}
              className="max-sm:w-full"
              onClick={() => actor.send({ type: 'decline.opened' })}
            >
              Decline…
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
