import { escapeHtml } from '#src/api/mail/letter.ts';
import { linkPattern, type MailboxMessage, type MailboxSummary } from './mailbox-store.ts';

/** The list of emails. All content is written by strangers and is escaped. */
export function listPage(mails: readonly MailboxSummary[], recipient: string): string {
  const rows = mails.map(
    ({ id, subject, to, receivedAt, attachments }) => `<li><a href="/dev/mailbox/${id}">
<strong>${escapeHtml(subject || '(no subject)')}</strong>
<span>To ${escapeHtml(to.join(', '))}</span>
<span>${timeOf(receivedAt)}${attachments.length > 0 ? ` · ${attachments.length} attached` : ''}</span></a></li>`,
  );
  const empty = recipient === '' ? 'No email yet.' : 'No email to this address.';
  return page(
    'Mailbox',
    `<h1>Mailbox</h1>
<p>Mail that this demo has sent. Nothing leaves this machine. <a href="/dev/mailbox/previews">See a sample of every email</a>.</p>
<form action="/dev/mailbox"><label for="to">Recipient</label>
<div class="row"><input id="to" name="to" type="email" autocomplete="off" value="${escapeHtml(recipient)}"><button>Filter</button></div></form>
${rows.length > 0 ? `<ul class="mails">${rows.join('\n')}</ul>` : `<p>${empty}</p>`}`,
  );
}

/**
 * One email: its text with active links, its HTML in a frame that cannot run scripts, its attachments, and its headers.
 */
export function messagePage(mail: MailboxMessage): string {
  // Includes the name, as shown in an inbox.
  const from = mail.headers.find(({ name }) => name.toLowerCase() === 'from')?.value ?? mail.from;
  const files = mail.attachments.map(
    ({ name, content }, index) =>
      `<li><a href="/dev/mailbox/${mail.id}/attachments/${index}" download>${escapeHtml(name)}</a> (${Math.ceil(content.length / 1024)} kB)</li>`,
  );
  const headers = mail.headers.map(({ name, value }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return page(
    mail.subject || '(no subject)',
    `<p><a href="/dev/mailbox">All mail</a></p>
<h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
<p>From ${escapeHtml(from)}<br>To ${escapeHtml(mail.to.join(', '))}<br>${timeOf(mail.receivedAt)}</p>
${files.length > 0 ? `<h2>Attachments</h2><ul>${files.join('')}</ul>` : ''}
<h2>Text</h2><pre>${withLinks(mail.text)}</pre>
${mail.html === '' ? '' : `<h2>As a mail program shows it</h2><iframe title="The mail as HTML" src="/dev/mailbox/${mail.id}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>`}
<details><summary>Headers</summary><dl>${headers.join('')}</dl></details>`,
  );
}

/**
 * The HTML part for the frame. Its links open outside the frame; its policy prevents it from running or loading
 * anything.
 */
export function framedHtml(html: string): string {
  return `<!doctype html><base target="_top">${html}`;
}

function withLinks(text: string): string {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(linkPattern)) {
    const url = escapeHtml(match[0]);
    result += `${escapeHtml(text.slice(end, match.index))}<a href="${url}">${url}</a>`;
    end = match.index + match[0].length;
  }
  return result + escapeHtml(text.slice(end));
}

function timeOf(at: Date): string {
  return `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/dev/mailbox/style.css"></head>
<body><main>${body}</main></body></html>`;
}

export const stylesheet = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #111827; background: #f9fafb; }
main { max-width: 48rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin-top: 2rem; }
a { color: #166534; }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid #15803d; outline-offset: 2px; }
label { display: block; font-weight: 600; }
.row { display: flex; gap: .5rem; }
input { flex: 1; min-width: 0; font: inherit; padding: .5rem .75rem; border: 1px solid #6b7280; border-radius: .5rem; }
button { font: inherit; font-weight: 600; padding: .5rem 1rem; color: #fff; background: #15803d; border: 0; border-radius: .5rem; }
.mails { list-style: none; padding: 0; }
.mails a { display: grid; padding: .75rem 1rem; margin-top: .5rem; background: #fff; border: 1px solid #e5e7eb; border-radius: .5rem; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.mails span { color: #4b5563; font-size: .875rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; background: #fff; padding: 1rem; border: 1px solid #e5e7eb; border-radius: .5rem; }
iframe { width: 100%; height: 32rem; background: #fff; border: 1px solid #e5e7eb; border-radius: .5rem; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
`;
