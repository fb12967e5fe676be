import { useApolloClient } from '@apollo/client/react';
import { ChoicesDocument } from '#src/generated/graphql/graphql.ts';
import { type Mention, MentionTextarea } from '#src/views/ui/mention-textarea.tsx';

interface NoteTextProps {
  value: string;
  mentions: readonly Mention[];
  onChange: (text: string, mentions: Mention[]) => void;
  /** The person opened the form in order to write. */
  takesFocus?: boolean;
}

const focus = (area: HTMLTextAreaElement | null) => area?.focus();

/** The text of a note; an @ mentions a colleague, who is notified. */
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
