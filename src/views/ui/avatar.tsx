import { cx } from './class-names.ts';

/** A picture, or the initials. The name stands beside it or names its button, so it is silent itself. */
export function Avatar({ name, url, className }: { name: string; url?: string | null; className?: string }) {
  const initials = name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase();
  const size = cx('size-6 shrink-0 rounded-full', className);
  return url ? (
    <img src={url} alt="" className={cx(size, 'object-cover')} />
  ) : (
    <span aria-hidden className={cx(size, 'grid place-items-center bg-primary-100 text-[0.625rem] font-semibold text-primary-800')}>
      {initials}
    </span>
  );
}
