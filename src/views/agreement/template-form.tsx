import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  type AgreementKind,
  AgreementSourceDocument,
  AgreementTemplateDocument,
  SaveAgreementTemplateDocument,
} from '#src/generated/graphql/graphql.ts';
import {
  parseTemplate,
  TEMPLATE_LENGTH,
  TEMPLATE_RULES,
  TEMPLATE_TITLES,
  type TemplateKind,
} from '#src/machines/agreement/template-text.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { mergeText, type TypedText } from '#src/views/ui/merge-text.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { TextConflict } from '#src/views/ui/text-conflict.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDiscard } from '#src/views/ui/use-discard.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { downloadPreview } from './template-preview.ts';

/** Of the draft kept in the browser. */
const SHAPE = 2;

/**
 * The text of an agreement: written as a draft kept in this browser, previewed as a PDF, and saved as a new version.
 */
export default function TemplateForm({ kind }: { kind: TemplateKind }) {
  const client = useApolloClient();
  const notify = useNotify();
  const wire = kind.replaceAll('-', '_') as AgreementKind;
  const { data, error, refetch } = useQuery(AgreementTemplateDocument, {
    variables: { kind: wire },
    fetchPolicy: 'cache-and-network',
  });
  const readAgain = () => refetch().catch(() => {});
  useLive('settings', () => void readAgain());
  const [draft, keep] = useDraft<TypedText>(`agreement:${kind}`, SHAPE);
  const discard = useDiscard();
  const [isEditing, setEditing] = useState(false);
  // The version seen by the person who is saving.
  const [asking, setAsking] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { busy, problem, write } = useWrite({ inline: 'reasons' });
  const now = data?.agreementTemplate;
  const title = TEMPLATE_TITLES[kind].toLowerCase();
  const merged = draft && now ? mergeText(draft, now.source) : null;
  const source = merged?.text ?? now?.source ?? '';
  const seen = asking ?? now?.version ?? 0;
  const key = useSendKey({ seen, source });
  if (error && !now) return <FailedState title="The text could not be loaded" onRetry={() => void readAgain()} />;
  if (!now) {
    return (
      <Loading label="Loading the text…">
        <TextBones lines={8} />
      </Loading>
    );
  }
  const isChanged = source !== now.source;
  const isOpen = isEditing || isChanged;
  const { wrong } = parseTemplate(kind, source);

  const save = () =>
    write({
      name: 'save',
      send: () => mutate({ client, key }, SaveAgreementTemplateDocument, { kind: wire, version: seen, source }),
      async done() {
        keep(null);
        setEditing(false);
        notify.done('Agreement text saved');
        await readAgain();
      },
      failed: 'The text could not be saved. It is kept; try again.',
      refused() {
        setAttempt(attempt + 1);
        void readAgain();
      },
    }).then(() => setAsking(null));
  const takeVersion = (version: number) =>
    write({
      name: 'source',
      send: () => client.query({ query: AgreementSourceDocument, variables: { kind: wire, version } }),
      done: ({ data }) => data && keep({ base: now.source, text: data.agreementSource.source }),
      failed: 'The text could not be loaded. Try again.',
    });
  const preview = () =>
    write({
      name: 'preview',
      send: () => downloadPreview(kind, source),
      failed: 'The preview could not be made. Try again.',
    });

  const versions = [...now.versions, { version: 0, publishedAt: null, actorName: null }];
  return (
    <div className="max-w-3xl space-y-4">
      {merged && (
        <TextConflict
          merged={merged}
          title={`${now.versions[0]?.actorName ?? 'Someone'} saved version ${now.version} after you began`}
          attempt={attempt}
          onChoose={keep}
        />
      )}
      {problem && <Callout color="red" role="alert" title={problem} />}
      {isOpen && (
        <>
          <Field
            label={`Text of the ${title}`}
            id={`agreement-${kind}`}
            error={isChanged && wrong.length > 0 ? wrong.slice(0, 3).join(' ') : undefined}
            help="“## ” begins a section, “- ” an item of a list, “Term :: text” a fact; **words** are bold."
          >
            <Textarea
              rows={18}
              maxLength={TEMPLATE_LENGTH}
              className="font-mono"
              value={source}
              onChange={(event) => keep({ base: merged?.base ?? now.source, text: event.currentTarget.value })}
            />
          </Field>
          <Known kind={kind} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {isOpen ? (
          <Button
            variant="primary"
            disabled={!isChanged || wrong.length > 0 || (merged?.conflicts.length ?? 0) > 0}
            onClick={() => setAsking(now.version)}
          >
            Save version {now.version + 1}
          </Button>
        ) : (
          <Button onClick={() => setEditing(true)}>Edit the text</Button>
        )}
        <Button busy={busy === 'preview'} disabled={wrong.length > 0} onClick={() => void preview()}>
          Preview as PDF
        </Button>
        {isOpen && (
          <Button
            variant="ghost"
            onClick={() => {
              if (isChanged) discard(draft, keep);
              else keep(null);
              setEditing(false);
            }}
          >
            {isChanged ? 'Discard draft' : 'Close'}
          </Button>
        )}
      </div>
      <ul aria-label={`Versions of the ${title}`} className="divide-y divide-gray-100">
        {versions.map(({ version, publishedAt, actorName }) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-x-3 py-2.5">
            <span>
              <span className="font-medium">Version {version}</span>{' '}
              <span className="text-gray-600">
                {publishedAt === null ? 'Included with the product' : `Saved by ${actorName} `}
                {publishedAt !== null && <RelativeTime instant={publishedAt} />}
              </span>
            </span>
            {version === now.version ? (
              <span className="text-gray-600">In use</span>
            ) : (
              <Button
                size="sm"
                busy={busy === 'source'}
                aria-label={`Start from it: version ${version} of the ${title}`}
                onClick={() => void takeVersion(version)}
              >
                Start from it
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={`Save version ${seen + 1} of the ${title}?`}
        confirm="Save"
        busy={busy === 'save'}
        onConfirm={() => void save()}
      >
        Agreements you send from now on use this text. Those already sent keep theirs.
      </ConfirmDialog>
    </div>
  );
}

/** The blanks that the text can contain, and the conditions under which a line is included. */
function Known({ kind }: { kind: TemplateKind }) {
  const { blanks, conditions } = TEMPLATE_RULES[kind];
  return (
    <details className="text-gray-600">
      <summary className="font-medium">Blanks and conditions</summary>
      <dl className="mt-2 space-y-1">
        {Object.entries(blanks).map(([name, { says, isRequired }]) => (
          <div key={name}>
            <dt className="font-mono text-gray-900">{`{${name}}`}</dt>
            <dd>
              {says}
              {isRequired === true && '. It must be in the text'}
              {typeof isRequired === 'string' && `. It must be in the text for {if ${isRequired}}`}
            </dd>
          </div>
        ))}
        {Object.entries(conditions).map(([name, says]) => (
          <div key={name}>
            <dt className="font-mono text-gray-900">{`{if ${name}}`}</dt>
            <dd>The line appears only if {says}. With “not”, only if not.</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
