import { useApolloClient } from '@apollo/client/react';
import { UpdateUserDocument } from '#src/generated/graphql/graphql.ts';
import { type Profile, ProfileForm } from './profile-form.tsx';

interface PersonProps {
  profile: Profile;
  readAgain: () => Promise<Profile>;
  onSaved: () => void;
}

/** The profile of a mover or an assistant. */
export function UserProfile(props: PersonProps) {
  const client = useApolloClient();
  return (
    <ProfileForm
      {...props}
      help="Shown with your notes and quotes."
      save={(variables) => client.mutate({ mutation: UpdateUserDocument, variables })}
    />
  );
}
