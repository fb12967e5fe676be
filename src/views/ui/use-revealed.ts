import { useEffect } from 'react';
import { reveal } from './revealed.ts';

/** Call once there is content to replace what the server rendered. */
export function useRevealed(): void {
  useEffect(reveal, []);
}
