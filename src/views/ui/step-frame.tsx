import { type ReactNode, useEffect, useRef } from 'react';

interface StepFrameProps {
  title: string;
  /** What the step is for, and what happens if it is skipped. */
  children: ReactNode;
  description: ReactNode;
  isArrival: boolean;
}

/** One step: its heading is focused on arrival, so that a screen reader announces it. */
export function StepFrame({ title, description, isArrival, children }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isArrival) heading.current?.focus();
  }, [isArrival]);
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        {title}
      </h2>
      <div className="mt-0.5 mb-6 text-gray-600">{description}</div>
      {children}
    </section>
  );
}
