import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { CallLink } from '#src/views/ui/call-link.tsx';
import type { Block } from '#src/machines/legal/legal-text.ts';

/**
 * URLs, email addresses, and our own paths with a fragment, within a sentence; a trailing period belongs to the
 * sentence.
 */
const LINKS = /(https:\/\/[^\s;,]*[^\s;,.:]|\/[a-z-]+#[a-z-]+|[^\s@,;:()]+@[^\s@,;:()]*[^\s@,;:().])/;

/** The blocks of a legal text; URLs, email addresses, and the brokerage's phone number in them become links. */
export function LegalBlocks({ blocks, phone }: { blocks: readonly Block[]; phone: string }) {
  return blocks.map((block, index) => {
    if (typeof block === 'string') {
      return (
        <p key={index}>
          <Linked text={block} phone={phone} />
        </p>
      );
    }
    if ('list' in block) {
      return (
        <ul key={index}>
          {block.list.map((item) => (
            <li key={item}>
              <Linked text={item} phone={phone} />
            </li>
          ))}
        </ul>
      );
    }
    return (
      <dl key={index}>
        {block.facts.map(([term, said]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <Linked text={said} phone={phone} />
            </dd>
          </div>
        ))}
      </dl>
    );
  });
}

function Linked({ text, phone }: { text: string; phone: string }) {
  // With a capturing pattern, `split` keeps the matches between the pieces.
  const pieces = text
    .split(LINKS)
    .map((piece, index) =>
      index % 2 === 1
        ? linkTo(piece)
        : piece
            .split(phone || '\0')
            .flatMap((part, at) => (at === 0 ? [part] : [<CallLink key={at} phone={phone} />, part])),
    );
  return pieces.map((piece, index) => <Fragment key={index}>{piece}</Fragment>);
}

function linkTo(address: string): ReactNode {
  if (address.startsWith('/')) {
    return (
      <Link className="link" href={address}>
        {address}
      </Link>
    );
  }
  const isPage = address.startsWith('https://');
  return (
    <a className="link" href={isPage ? address : `mailto:${address}`} {...(isPage && { rel: 'noreferrer' })}>
      {isPage ? address.slice('https://'.length) : address}
    </a>
  );
}
