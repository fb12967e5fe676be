import { useRef, useState } from 'react';
import type { PreviewLeadMailMutation } from '#src/generated/graphql/graphql.ts';

type Shown = PreviewLeadMailMutation['previewLeadMail']['shown'];

/** In pixels; beyond this the frame scrolls. */
const TALLEST = 900;

/** Its styling is set by `dress`; the rules for dark mode are dropped. */
const withoutStyles = (html: string) =>
  html.replace(/<style>.*?<\/style>/s, '').replaceAll(' style="', ' data-style="');

/** The email as it arrives: the sender, and the HTML in a frame that allows no scripts or navigation. */
export function MailFrame({ mail }: { mail: Shown }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(320);

  /** The page's policy forbids inline styles, and the frame inherits it; scripts of the page can still set styles. */
  function dress() {
    const inside = frame.current?.contentDocument;
    if (!inside) return;
    for (const element of inside.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset.style ?? '';
    setHeight(Math.min(TALLEST, Math.ceil(inside.body.getBoundingClientRect().height)));
  }
  const rows = [
    ['From', mail.from],
    ['Reply to', mail.replyTo],
    ['To', mail.to ?? '—'],
    ['Subject', mail.subject],
  ] as const;
  return (
    <section aria-label="Preview of the email" className="rounded-lg border border-gray-200">
      <dl className="space-y-1 border-b border-gray-200 bg-gray-50 px-4 py-3">
        {rows.map(([name, value]) => (
          <div key={name} className="flex gap-2">
            <dt className="text-gray-500">{name}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <iframe
        ref={frame}
        title={`The email “${mail.subject}”`}
        sandbox="allow-same-origin"
        srcDoc={withoutStyles(mail.html)}
        onLoad={dress}
        height={height}
        className="block w-full"
      />
    </section>
  );
}
