import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { LegalVersionsDocument, PublishLegalDocument } from '#src/generated/graphql/graphql.ts';
import {
  BLANKS,
  blankBrokerage,
  filled,
  LEGAL_TITLES,
  type LegalKind,
  parseLegal,
  SOURCE_LENGTH,
  sourceOf,
} from '#src/machines/legal/legal-text.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { allVersions, wireKind } from '#src/views/legal/published.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { mergeText, type TypedText } from '#src/views/ui/merge-text.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { TextConflict } from '#src/views/ui/text-conflict.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDiscard } from '#src/views/ui/use-discard.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { LegalTextView } from './legal-text-view.tsx';

/** Of the draft kept in the browser. */
const SHAPE = 2;
const PAGES: Record<LegalKind, string> = {
  'privacy-policy': hrefs.privacyPolicy(),
  'terms-of-service': hrefs.termsOfService(),
};

/** A legal text: written as a draft kept in this browser, previewed, and published as a new version. */
export function LegalForm({ kind, brokerage }: { kind: LegalKind; brokerage: Brokerage }) {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(LegalVersionsDocument, {
    variables: { kind: wireKind(kind) },
    fetchPolicy: 'cache-and-network',
  });
  const readAgain = () => void refetch().catch(() => {});
  useLive('settings', readAgain);
  const versions = data && allVersions(kind, data.legalVersions);
  const newest = versions?.[0];
  const [draft, keep] = useDraft<TypedText>(`legal:${kind}`, SHAPE);
  const discard = useDiscard();
  const [published, setPublished] = useState<{ version: number; source: string } | null>(null);
  const [broken, setBroken] = useState(false);
  const [isLooking, setLooking] = useState(false);
  // The version seen by the person who is publishing.
  const [asking, setAsking] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { busy, problem, write } = useWrite({ inline: 'reasons' });
  const number = newest?.version;
  useEffect(() => {
    if (!newest) return;
    let isWanted = true;
    newest.load().then(
      ({ text }) => isWanted && setPublished({ version: newest.version, source: sourceOf(text(blankBrokerage)) }),
      () => isWanted && setBroken(true),
    );
    return () => void (isWanted = false);
    // The list is a new array with each response; what matters is which version is the newest.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [number]);

  if ((error && !data) || broken)
    return <FailedState title="The text could not be loaded" onRetry={broken ? () => location.reload() : readAgain} />;
  if (!versions || !newest || published?.version !== newest.version) {
    return (
      <Loading label="Loading the text…">
        <TextBones lines={8} />
      </Loading>
    );
  }
  const { version } = published;
  const merged = draft && mergeText(draft, published.source);
  const source = merged?.text ?? published.source;
  const title = LEGAL_TITLES[kind];
  const { text, wrong } = parseLegal(title, source);
  const isChanged = source !== published.source;

  const publish = (seen: number, key: string) =>
    write({
      send: () => mutate({ client, key }, PublishLegalDocument, { kind: wireKind(kind), version: seen, source }),
      done() {
        keep(null);
        setLooking(false);
        notify.done(`${title} published`);
      },
      failed: 'Couldn’t publish. Your text is kept; try again.',
      refused: () => setAttempt(attempt + 1),
    }).then(() => {
      readAgain();
      setAsking(null);
    });

  return (
    <div className="max-w-3xl space-y-4">
      <ul aria-label={`Versions of the ${title.toLowerCase()}`} className="divide-y divide-gray-100">
        {versions.map(({ version, since, author }) => (
          <li key={version} className="flex flex-wrap items-baseline justify-between gap-x-3 py-2.5">
            <a
              className="link"
              href={version === newest.version ? PAGES[kind] : `${PAGES[kind]}?version=${version}`}
              target="_blank"
              rel="noreferrer"
            >
              Version {version}
            </a>
            <span className="text-gray-600">
              {author ? `Published by ${author}` : 'Included with the product'} · since {showDate(since, '')}
            </span>
          </li>
        ))}
      </ul>
      {merged && (
        <TextConflict
          merged={merged}
          title={`${newest.author ?? 'Someone'} published version ${version} after you began`}
          attempt={attempt}
          onChoose={keep}
        />
      )}
      {problem && <Callout color="red" title={problem} />}
      {isLooking ? (
        <div className="rounded-lg border border-gray-200 p-4">
          <LegalTextView text={filled(text, brokerage)} phone={brokerage.phone} prefix={`preview-${kind}-`} />
        </div>
      ) : (
        <Field
          label={`Text of the ${title.toLowerCase()}`}
          id={`legal-${kind}`}
          error={isChanged ? wrong.slice(0, 3).join(' ') : undefined}
          help={`"## Title {#address}" begins a section, "- " an item of a list, "Term :: text" an explanation. Blanks: ${BLANKS.map((blank) => `{${blank}}`).join(', ')}.`}
        >
          <Textarea
            rows={16}
            maxLength={SOURCE_LENGTH}
            className="font-mono"
            value={source}
            onChange={(event) => keep({ base: merged?.base ?? published.source, text: event.currentTarget.value })}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Publish
          version={version}
          source={source}
          disabled={!isChanged || wrong.length > 0 || (merged?.conflicts.length ?? 0) > 0}
          busy={busy !== null}
          asking={asking}
          setAsking={setAsking}
          title={title}
          publish={publish}
        />
        <Button onClick={() => setLooking(!isLooking)}>{isLooking ? 'Edit' : 'Preview'}</Button>
        {isChanged && (
          <Button variant="ghost" onClick={() => discard(draft, keep)}>
            Discard draft
          </Button>
        )}
        <LinkButton variant="ghost" href={PAGES[kind]}>
          Open the page
        </LinkButton>
      </div>
    </div>
  );
}

interface PublishProps {
  /** The version in effect. */
  version: number;
  source: string;
  disabled: boolean;
  busy: boolean;
  asking: number | null;
  setAsking: (version: number | null) => void;
  title: string;
  publish: (seen: number, key: string) => Promise<void>;
}

/** What was published cannot be withdrawn, only replaced. */
function Publish({ version, source, disabled, busy, asking, setAsking, title, publish }: PublishProps) {
  const seen = asking ?? version;
  const key = useSendKey({ seen, source });
  return (
    <>
      <Button variant="primary" disabled={disabled} onClick={() => setAsking(version)}>
        Publish version {version + 1}
      </Button>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={`Publish version ${seen + 1} of the ${title.toLowerCase()}?`}
        confirm="Publish"
        busy={busy}
        onConfirm={() => void publish(seen, key)}
      >
        It takes effect right away for everyone. It can’t be changed or revoked, only replaced by a newer version.
      </ConfirmDialog>
    </>
  );
}
