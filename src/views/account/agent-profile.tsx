import { useApolloClient } from '@apollo/client/react';
import { UpdateAgentDocument } from '#src/generated/graphql/graphql.ts';
import { type Profile, ProfileForm } from './profile-form.tsx';

interface PersonProps {
  profile: Profile;
  readAgain: () => Promise<Profile>;
  onSaved: () => void;
}

/** The agent as shown to colleagues and in emails to clients. */
export function AgentProfile(props: PersonProps) {
  const client = useApolloClient();
  return (
    <ProfileForm
      {...props}
      help="Visible to colleagues and clients."
      save={(variables) => client.mutate({ mutation: UpdateAgentDocument, variables })}
    />
  );
}
