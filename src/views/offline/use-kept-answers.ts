import { ApolloLink } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SessionUser } from '#src/machines/session/session.user.ts';
import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { showDay, today } from '#src/views/ui/dates.ts';
import { useOffline } from '#src/views/ui/use-offline.ts';
import { useAsOf } from './as-of.ts';
import { keepAnswer } from './kept-answers.ts';
import { keepLink } from './keep-link.ts';
import { readOpenJobs } from './read-ahead.ts';

/** Milliseconds: a phone with a weak signal reports a connection long before anything gets through, and only once. */
const AGAIN_AFTER = 10_000;

const clockTime = clockFormat({ hour: 'numeric', minute: '2-digit' })();

/** "10:42 AM", with the date if that is not today. */
const timeText = (instant: string): string => {
  const at = new Date(instant);
  return today(at) === today() ? clockTime.format(at) : `${showDay(instant)}, ${clockTime.format(at)}`;
};

/**
 * Keeps what this person loads on the device, and reloads all of it once there is a connection.
 *
 * @param onBack called then, to check whether the session still exists
 * @returns a note about the age of the data shown; null while the server responds
 */
export function useKeptAnswers(user: SessionUser, onBack: () => void): string | null {
  const client = useApolloClient();
  // Before the first query of the components below, and once per client, which belongs to one person.
  useState(() => client.setLink(ApolloLink.from([keepLink(user.id), client.link])));
  useEffect(() => void keepAnswer(user.id, 'session', user), [user]);
  useEffect(() => void readOpenJobs(client), [client]);
  const readAgain = useEffectEvent(() => {
    onBack();
    void client.refetchQueries({ include: 'active' });
  });
  useEffect(() => {
    addEventListener('online', readAgain);
    return () => removeEventListener('online', readAgain);
  }, []);
  const isOffline = useOffline();
  const asOf = useAsOf();
  const isUnreachable = asOf !== null && !isOffline;
  useEffect(() => {
    if (!isUnreachable) return;
    const again = setInterval(readAgain, AGAIN_AFTER);
    return () => clearInterval(again);
  }, [isUnreachable]);
  return useAgeNote();
}

/** The age of the data shown; null while the server responds. */
export function useAgeNote(): string | null {
  const isOffline = useOffline();
  const asOf = useAsOf();
  if (asOf === null) return isOffline ? 'You’re offline. What you see may be out of date.' : null;
  return `${isOffline ? 'You’re offline' : 'Can’t reach the server'}. What you see is as of ${timeText(asOf)}.`;
}
