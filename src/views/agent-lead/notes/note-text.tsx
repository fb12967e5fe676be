import { useApolloClient } from '@apollo/client/react';
import { ChoicesDocument } from '#src/generated/graphql/graphql.ts';
import { type Mention, MentionTextarea } from '#src/views/ui/mention-textarea.tsx';

interface NoteTextProps {
  value: string;
  mentions: readonly Mention[];
  onChange: (text: string, mentions: Mention[]) => void;
  /** Whoever asked for the form wants to write. */
  takesFocus?: boolean;
}

const focus = (area: HTMLTextAreaElement | null) => area?.focus();

/** What a note says; an @ names a colleague, who is told of it. */
export function NoteText({ takesFocus = false, ...text }: NoteTextProps) {
  const client = useApolloClient();
  return (
    <MentionTextarea
      {...text}
      ref={takesFocus ? focus : undefined}
      rows={3}
      maxLength={5000}
      search={async (query) => {
        const { data } = await client.query({ query: ChoicesDocument, variables: { list: 'colleagues', query } });
        return data?.choices ?? [];
      }}
    />
  );
}
