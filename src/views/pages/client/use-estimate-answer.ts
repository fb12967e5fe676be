import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  AcceptEstimateDocument,
  AskAboutEstimateDocument,
  DeclineEstimateDocument,
  GoOnToSigningDocument,
  type SharedEstimateForClientFragment,
} from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useWrite } from '#src/views/ui/use-write.ts';

export type ClientEstimate = SharedEstimateForClientFragment;
export type Wish = 'accept' | 'decline' | 'ask';

const FAILED = 'Couldn’t send your answer. Check your connection and try again.';

/** The answer in progress: started, confirmed, sent once. What was typed survives a lost connection. */
export function useEstimateAnswer(shared: ClientEstimate, token: string, reload: () => void) {
  const [, navigate] = useLocation();
  const [answered, setAnswered] = useState<{ wish: Wish; shared: ClientEstimate } | null>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const [text, setText] = useState('');
  const { busy, problem, write, dismiss } = useWrite({ inline: 'all' });
  const { number, total } = shared.estimate;
  const key = useSendKey({ token, number, total, wish, text });

  function answerOf(chosen: Wish): Promise<ClientEstimate> {
    const typed = text.trim();
    if (chosen === 'accept')
      return ask(AcceptEstimateDocument, { token, number, total }, { key }).then((data) => data.acceptEstimate);
    return chosen === 'decline'
      ? ask(DeclineEstimateDocument, { token, reason: typed }, { key }).then((data) => data.declineEstimate)
      : ask(AskAboutEstimateDocument, { token, question: typed }, { key }).then((data) => data.askAboutEstimate);
  }

  function send(): void {
    if (!wish) return;
    void write({
      name: wish,
      send: () => answerOf(wish),
      async done(now) {
        setAnswered({ wish, shared: now });
        setWish(null);
        setText('');
        // If nothing is missing after accepting, continue to signing.
        if (wish === 'accept' && now.canSign) await goToSigning();
        else scrollTo({ top: 0 });
      },
      failed: FAILED,
      refused(error) {
        const { status } = problemOf(error);
        // It was answered, was replaced, or expired meanwhile: the page shows its current state.
        if (status !== 404 && status !== 409 && status !== 410) return;
        setWish(null);
        setAnswered(null);
        reload();
      },
    });
  }

  async function goToSigning(): Promise<void> {
    const { goOnToSigning } = await ask(GoOnToSigningDocument, { token });
    navigate(hrefs.client.agreementSign(goOnToSigning.token));
  }

  return {
    shared: answered?.shared ?? shared,
    /** What was just answered on this page. */
    just: answered?.wish ?? null,
    wish,
    text,
    busy: busy !== null,
    problem,
    begin(next: Wish) {
      dismiss();
      setText('');
      setWish(next);
    },
    close: () => busy === null && setWish(null),
    setText,
    send,
    sign: () =>
      void write({
        name: 'sign',
        send: goToSigning,
        failed: FAILED,
        refused: (error) => void (problemOf(error).status === 409 && reload()),
      }),
  };
}

export type EstimateAnswer = ReturnType<typeof useEstimateAnswer>;
