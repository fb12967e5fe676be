import { cx } from './class-names.ts';

/** An address to write to; a long one breaks after the “@” if it can. */
export function EmailLink({ email, className }: { email: string; className?: string }) {
  const domain = email.lastIndexOf('@') + 1;
  return (
    <a href={`mailto:${email}`} className={cx('link wrap-anywhere', className)}>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </a>
  );
}
