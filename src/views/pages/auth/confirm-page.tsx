import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useState } from 'react';
import { useSession, useSessionState } from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { type DeadToken, deadToken, useLink } from '#src/views/ui/use-link.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { DeadDoor, DoorNote } from './door-note.tsx';
import { LinkLoading } from './link-loading.tsx';

interface ConfirmPageProps {
  title: string;
  children: ReactNode;
  /** Checks whether the link is still valid. */
  link: TypedDocumentNode<unknown, { token: string }>;
  /** The label of the button. */
  action: string;
  send: (token: string) => Promise<unknown>;
  done: { title: string; text: string; action: ReactNode };
  /** Shown if the link is opened again. */
  already: { title: string; text: string };
  /** How to get a new link. */
  again: ReactNode;
}

/** A link that is used up by a button, not by opening it: email scanners open links, too. */
export function ConfirmPage({ title, children, link, action, send, done, already, again }: ConfirmPageProps) {
  const token = useToken();
  const session = useSession();
  const isMember = useSessionState((snapshot) => snapshot.hasTag('member'));
  const [end, setEnd] = useState<'done' | DeadToken | null>(null);
  const { state } = useLink(link, token);
  useTitle(title);
  const { busy, attempt, problem, submit } = useSubmit({
    errors: {},
    send: () => send(token),
    done() {
      setEnd('done');
      if (isMember) session.send({ type: 'user.changed' });
    },
    refused(error) {
      const dead = deadToken(error);
      if (dead) setEnd(dead);
      return dead !== null;
    },
    fallback: 'Something went wrong. Check your connection and try again.',
  });
  if (end === 'done') {
    return (
      <DoorNote title={done.title} action={done.action}>
        <p>{done.text}</p>
      </DoorNote>
    );
  }
  const dead = end ?? (state.is === 'dead' ? state : null);
  if (dead?.isDone) {
    return (
      <DoorNote title={already.title} action={done.action}>
        <p>{already.text}</p>
      </DoorNote>
    );
  }
  if (dead) return <DeadDoor detail={dead.detail} action={again} />;
  if (state.is === 'loading') return <LinkLoading title={title} />;
  return (
    <HeroLayout title={title}>
      <form className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <div className="-mt-3 text-gray-700">{children}</div>
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          {action}
        </Button>
      </form>
    </HeroLayout>
  );
}
