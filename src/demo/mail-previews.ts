import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#src/api/mail/letter.ts';
import { LOGO_SRC, withFooter } from '#src/api/mail/mail-composition.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';
import { mailSamples, REPEATED, TO_CLIENTS } from './mail-samples.ts';
import type { MailSample } from './mail-samples.ts';

const PATH = '/dev/mailbox/previews';
const PAGE_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const MAIL_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'";
/** Pixels: a phone, and a desktop email program. */
const WIDTHS = [360, 640] as const;
const LOOKS = ['light', 'dark'] as const;
type Look = (typeof LOOKS)[number];

const shown = {
  type: 'object',
  properties: { look: { enum: LOOKS }, width: { enum: WIDTHS.map(String) } },
} as const;
const one = {
  type: 'object',
  properties: { index: { type: 'string', pattern: '^[0-9]{1,3}$' } },
  required: ['index'],
} as const;

/** Every email of the product on one page, rendered by the product itself: light and dark, wide and narrow. */
export async function mailPreviewRoutes(app: FastifyInstance, parts: ApiParts): Promise<void> {
  app.get<{ Querystring: { look?: Look; width?: string } }>(
    PATH,
    { schema: { hide: true, querystring: shown } as object },
    async ({ query }, reply) => {
      const samples = await mailSamples(parts);
      const { look = 'light', width = '640' } = query;
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PAGE_POLICY)
        .header('cache-control', 'no-store')
        .send(page(parts, samples, look, width));
    },
  );

  app.get<{ Params: { index: string }; Querystring: { look?: Look } }>(
    `${PATH}/:index`,
    { schema: { hide: true, params: one, querystring: shown } as object },
    async ({ params, query }, reply) => {
      const sample = (await mailSamples(parts))[Number(params.index)];
      if (!sample) throw notFound('mail');
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', MAIL_POLICY)
        .header('cache-control', 'no-store')
        .send(htmlOf(parts, sample, query.look ?? 'light'));
    },
  );
}

/** The whole email, including the parts added for its kind. */
export function composed(parts: ApiParts, { kind, letter, mover }: MailSample): { text: string; html: string } {
  const { brokerage, logo } = parts.settings.now();
  const url = parts.publicUrl() + PATH;
  return withFooter(
    {
      ...letter,
      ...(TO_CLIENTS.includes(kind) ? { movePage: url } : {}),
      ...(REPEATED.includes(kind) ? { unsubscribePage: url } : {}),
      ...(mover ? { mover } : {}),
    },
    { brokerage, logo },
  );
}

/** Rendered with this color scheme, whatever the reader’s own is. */
function htmlOf(parts: ApiParts, sample: MailSample, look: Look): string {
  const logo = presentBrokerage(parts).logo;
  const html = composed(parts, sample).html.replace(
    '@media (prefers-color-scheme: dark)',
    look === 'dark' ? '@media all' : '@media not all',
  );
  return logo ? html.replaceAll(LOGO_SRC, logo.url) : html;
}

/** The sender shown in an inbox. */
function senderOf(parts: ApiParts, { mover }: MailSample): string {
  const { brokerage, mail } = parts.settings.now();
  return mover?.name ?? mail.senderName ?? brokerage.name;
}

function page(parts: ApiParts, samples: readonly MailSample[], look: Look, width: string): string {
  const link = (label: string, to: { look: Look; width: string }) =>
    `<a href="${PATH}?look=${to.look}&amp;width=${to.width}"${to.look === look && to.width === width ? ' aria-current="page"' : ''}>${label}</a>`;
  const choices = LOOKS.flatMap((one) =>
    WIDTHS.map((wide) => link(`${one}, ${wide} px`, { look: one, width: String(wide) })),
  );
  const list = samples.map(
    (
      sample,
      index,
    ) => `<section><h2>${escapeHtml(sample.letter.subject)}</h2><p>From ${escapeHtml(senderOf(parts, sample))} · <code>${sample.kind}</code>${REPEATED.includes(sample.kind) ? ' · List-Unsubscribe, one click' : ''}</p>
<iframe loading="lazy" title="${escapeHtml(sample.letter.subject)}" src="${PATH}/${index}?look=${look}" width="${width}" style="width:${width}px;max-width:100%;height:40rem"></iframe>
<details><summary>Text part</summary><pre>${escapeHtml(composed(parts, sample).text)}</pre></details></section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Every email</title><link rel="stylesheet" href="/dev/mailbox/style.css"></head>
<body><main><p><a href="/dev/mailbox">All mail</a></p><h1>Every email</h1>
<p>Each kind of email that this product sends, written about the demo’s own data. Look: ${choices.join(' · ')}</p>
${list.join('\n')}</main></body></html>`;
}
