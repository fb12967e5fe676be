import { useApolloClient } from '@apollo/client/react';
import { ChoicesDocument } from '#src/generated/graphql/graphql.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { type Mention, MentionTextarea } from '#src/views/ui/mention-textarea.tsx';

interface NoteTextProps {
  value: string;
  mentions: readonly Mention[];
  onChange: (text: string, mentions: Mention[]) => void;
  /** Whoever asked for the form wants to write. */
  autoFocus?: boolean;
}

const focus = (area: HTMLTextAreaElement | null) => area?.focus();

/** What a note says; an @ names a colleague, who is told of it. */
export function NoteText({ autoFocus = false, ...text }: NoteTextProps) {
  const client = useApolloClient();
  const { id: own } = useUser();
  return (
    <MentionTextarea
      {...text}
      ref={autoFocus ? focus : undefined}
      rows={3}
      maxLength={5000}
      search={async (query) => {
        const { data } = await client.query({ query: ChoicesDocument, variables: { list: 'agents', query } });
        return (data?.choices ?? []).filter(({ id }) => id !== own);
      }}
    />
  );
}
