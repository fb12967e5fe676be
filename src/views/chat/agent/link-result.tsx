import { ClipboardDocumentIcon } from '@heroicons/react/16/solid';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDay } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';

export interface MadeLink {
  url: string;
  expiresAt: string;
  /** Where it was mailed to; null where it was only made. */
  mailedTo: string | null;
}

/** A link that was just made: told this once, to be copied. */
export function LinkResult({ url, expiresAt, mailedTo }: MadeLink) {
  const notify = useNotify();
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => notify.done('Link copied'),
      () => notify.failed(null, 'Your browser did not let us copy. Mark the link and copy it yourself.'),
    );
  return (
    <div className="space-y-4">
      <Callout color="green" title={mailedTo ? `The link is on its way to ${mailedTo}` : 'The link is ready'}>
        Who has it can chat until {showDay(expiresAt)}. It is shown only here: copy it now if you need it.
      </Callout>
      <div className="flex items-end gap-2">
        <Field label="Link for the client" className="flex-1">
          <Input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </Field>
        <Button icon={<ClipboardDocumentIcon />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </div>
  );
}
