import type { CSSProperties, ReactNode } from 'react';
import { cx } from './class-names.ts';

/** A piece of what is coming, in its final size, so that nothing jumps when it is there. */
export function Bone({ className, style }: { className?: string; style?: CSSProperties }) {
  return <span aria-hidden className={cx('bone block', className)} style={style} />;
}

/** Lines of text to come; the last one is shorter, as it mostly is. */
export function TextBones({ lines = 3 }: { lines?: number }) {
  return (
    <div className="space-y-2.5 py-1">
      {Array.from({ length: lines }, (_, index) => (
        <Bone key={index} className="h-3.5" style={{ width: index === lines - 1 ? '60%' : '100%' }} />
      ))}
    </div>
  );
}

/** Says once, for all bones of a view, that it is loading. */
export function Loading({ label = 'Loading…', children }: { label?: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {label}
      </span>
      {children}
    </div>
  );
}
