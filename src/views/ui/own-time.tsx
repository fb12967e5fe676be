import { OWN_ZONE } from './own-zone.ts';
import { exactTime } from './relative-time.tsx';

/** `exactTime` in the person's own zone. */
export const OwnTime = ({ instant }: { instant: string }) => (
  <time dateTime={instant} className={OWN_ZONE}>
    {exactTime(instant)}
  </time>
);
