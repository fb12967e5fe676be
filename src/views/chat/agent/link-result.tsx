import { Callout } from '#src/views/ui/callout.tsx';
import { showDay } from '#src/views/ui/dates.ts';
import { LinkField } from '#src/views/ui/link-field.tsx';

export interface MadeLink {
  url: string;
  expiresAt: string;
  /** The address it was emailed to; null if it was only created. */
  mailedTo: string | null;
}

/** A link that was just created: shown this once, for copying. */
export function LinkResult({ url, expiresAt, mailedTo }: MadeLink) {
  return (
    <div className="space-y-4">
      <Callout color="green" title={mailedTo ? `The link is on its way to ${mailedTo}` : 'The link is ready'}>
        Anyone with it can chat until {showDay(expiresAt)}. It’s shown only once, so copy it now if you need it.
      </Callout>
      <LinkField url={url} />
    </div>
  );
}
