import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** 16 px, before the label. */
  icon?: ReactNode;
}

function look({ variant = 'secondary', size = 'md' }: ButtonLook, iconOnly: boolean, className?: string): string {
  return cx(
    'btn',
    variant !== 'secondary' && `btn-${variant}`,
    size !== 'md' && `btn-${size}`,
    iconOnly && 'btn-icon',
    className,
  );
}

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** In progress: the button keeps its width and focus, and a second press does nothing. */
    busy?: boolean;
  };

export function Button({ variant, size, icon, busy = false, children, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ variant, size }, false, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** A button that shows only an icon; its label is read aloud and shown as a tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size,
  className,
  ...rest
}: Omit<ButtonProps, 'children'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ variant, size }, true, className)}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}

type LinkButtonProps = ButtonLook & Omit<ComponentProps<'a'>, 'href' | 'ref'> & { href: string };

/** Looks like a button but is a link. Downloads and external links bypass the router. */
export function LinkButton({ variant, size, icon, children, className, href, ...rest }: LinkButtonProps) {
  const props = { ...rest, className: look({ variant, size }, false, className) };
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  const outside = rest.download !== undefined || rest.target === '_blank' || !href.startsWith('/');
  return outside ? (
    <a href={href} {...props}>
      {content}
    </a>
  ) : (
    <Link href={href} {...props}>
      {content}
    </Link>
  );
}
