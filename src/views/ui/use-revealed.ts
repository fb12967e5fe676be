import { useEffect } from 'react';
import { reveal } from './revealed.ts';

/** Once there is something to show in place of what the server has drawn. */
export function useRevealed(): void {
  useEffect(reveal, []);
}
