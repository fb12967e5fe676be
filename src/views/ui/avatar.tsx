import { cx } from './class-names.ts';

/** A picture, or the initials. The name is next to it or names its button, so it is hidden from screen readers. */
export function Avatar({ name, url, className }: { name: string; url?: string | null; className?: string }) {
  const initials = name
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase();
  const size = cx('size-6 shrink-0 rounded-full', className);
  return url ? (
    <img src={url} alt="" className={cx(size, 'object-cover')} />
  ) : (
    // Rendered as a graphic, because the text that a button shows must be part of its accessible name.
    <span
      aria-hidden
      data-initials={initials}
      className={cx(
        size,
        'grid place-items-center bg-primary-100 text-[0.625rem] font-semibold text-primary-800 before:content-[attr(data-initials)]',
      )}
    />
  );
}
