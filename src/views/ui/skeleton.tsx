import type { CSSProperties, ReactNode } from 'react';
import { cx } from './class-names.ts';

/** A placeholder in its final size, so that nothing moves when the content arrives. */
export function Bone({ className, style }: { className?: string; style?: CSSProperties }) {
  return <span aria-hidden className={cx('bone block', className)} style={style} />;
}

/** Placeholder lines of text; the last one is shorter, as it usually is. */
export function TextBones({ lines = 3 }: { lines?: number }) {
  return (
    <div className="space-y-2.5 py-1">
      {Array.from({ length: lines }, (_, index) => (
        <Bone key={index} className="h-3.5" style={{ width: index === lines - 1 ? '60%' : '100%' }} />
      ))}
    </div>
  );
}

/** Announces once, for all placeholders of a view, that it is loading. */
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
