import { useApolloClient } from '@apollo/client/react';
import { UpdateUserDocument } from '#src/generated/graphql/graphql.ts';
import { type Profile, ProfileForm } from './profile-form.tsx';

interface PersonProps {
  profile: Profile;
  readAgain: () => Promise<Profile | undefined>;
  onSaved: () => void;
}

/** Who a mover or an assistant is. */
export function UserProfile(props: PersonProps) {
  const client = useApolloClient();
  return (
    <ProfileForm
      {...props}
      help="Shown with your notes and quotes."
      save={async (variables) => (await client.mutate({ mutation: UpdateUserDocument, variables })).data?.updateUser as unknown as Profile | undefined}
    />
  );
}
