import type { ReactNode } from 'react';
import type { AccountFragment } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { useAccount } from './use-account.ts';

interface SettingsFrameProps {
  children: (account: AccountFragment, readAgain: () => Promise<AccountFragment>) => ReactNode;
}

/** The settings of an account once it is loaded; until then their skeleton, or the failure. */
export function SettingsFrame({ children }: SettingsFrameProps) {
  const { account, failed, readAgain } = useAccount();
  if (failed)
    return <FailedState title="Your settings could not be loaded" onRetry={() => void readAgain().catch(() => {})} />;
  if (account) return <div>{children(account, readAgain)}</div>;
  return (
    <Loading label="Loading your settings…">
      <div className="max-w-160 space-y-4">
        {[0, 1, 2].map((row) => (
          <div key={row}>
            <Bone className="mb-1.5 h-5 w-20" />
            <Bone className="h-9" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
