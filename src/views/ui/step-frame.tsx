import { type ReactNode, useEffect, useRef } from 'react';

interface StepFrameProps {
  title: string;
  /** What it is for, and what comes of leaving it out. */
  children: ReactNode;
  description: ReactNode;
  isArrival: boolean;
}

/** One step: its heading has the focus when one comes to it, so that a reader hears where one is. */
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
