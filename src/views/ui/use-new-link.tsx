import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { LinkField, isCopied } from './link-field.tsx';
import { useNotify } from './notify-context.ts';

interface NewLink {
  url: string;
  /** What the link allows, for whom, and until when. */
  terms: string;
}

export type HandOut = (link: NewLink) => Promise<void>;

/**
 * Hands out a link that can never be shown again: on the clipboard, or in a dialog (`shown`) if the browser refuses
 * that, as it does when the response comes long after the click.
 */
export function useNewLink(): { handOut: HandOut; shown: ReactNode } {
  const notify = useNotify();
  const [link, setLink] = useState<NewLink | null>(null);
  return {
    async handOut(made) {
      if (await isCopied(made.url)) notify.done('Link copied', { description: made.terms });
      else setLink(made);
    },
    shown: link && (
      <Dialog
        open
        size="sm"
        title="Copy this link"
        onClose={() => setLink(null)}
        footer={<Button onClick={() => setLink(null)}>Done</Button>}
      >
        <p className="mb-4 text-gray-600">{link.terms} It is shown only once.</p>
        <LinkField url={link.url} />
      </Dialog>
    ),
  };
}
