import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** 20 px. */
  icon?: ReactNode;
  /** One sentence. */
  title: string;
  children?: ReactNode;
  /** The action that adds the first item. */
  action?: ReactNode;
  /** It is the page's only content, so its title is the page's heading. */
  isPage?: boolean;
}

export function EmptyState({ icon, title, children, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-4 py-10 text-center">
      {icon && (
        <span className="mb-3 grid size-9 place-items-center rounded-lg border border-gray-200 text-gray-500 [&>svg]:size-5">
          {icon}
        </span>
      )}
      <Title className="font-medium">{title}</Title>
      {children && <p className="mt-1 text-gray-600">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
