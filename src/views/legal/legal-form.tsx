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
import { useLive } from '#src/views/ui/live-context.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { LegalTextView } from './legal-text-view.tsx';

const PAGES: Record<LegalKind, string> = {
  'privacy-policy': hrefs.privacyPolicy(),
  'terms-of-service': hrefs.termsOfService(),
};

interface Draft {
  /** The version that it was written from. */
  from: number;
  source: string;
}

/** A legal text: written as a draft that this browser keeps, looked at, and published as another version. */
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
  const [draft, keep] = useDraft<Draft>(`legal:${kind}`);
  const [published, setPublished] = useState<Draft | null>(null);
  const [broken, setBroken] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { busy, problem, write } = useWrite({ inline: 'reasons' });
  const number = newest?.version;
  useEffect(() => {
    if (!newest) return;
    let isWanted = true;
    newest.load().then(
      ({ text }) => isWanted && setPublished({ from: newest.version, source: sourceOf(text(blankBrokerage)) }),
      () => isWanted && setBroken(true),
    );
    return () => void (isWanted = false);
    // The list is made anew with each answer; what counts is which version is the newest.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [number]);

  if ((error && !data) || broken)
    return <FailedState title="The text could not be loaded" onRetry={broken ? () => location.reload() : readAgain} />;
  if (!versions || !newest || published?.from !== newest.version) {
    return (
      <Loading label="Loading the text…">
        <TextBones lines={8} />
      </Loading>
    );
  }
  const { from, source } = draft ?? published;
  const title = LEGAL_TITLES[kind];
  const { text, wrong } = parseLegal(title, source);
  const isChanged = source !== published.source;

  const publish = (key: string) =>
    write({
      send: () => mutate({ client, key }, PublishLegalDocument, { kind: wireKind(kind), version: from, source }),
      done() {
        keep(null);
        setLooking(false);
        notify.done(`${title} published`);
      },
      failed: 'Couldn’t publish. Your text is kept; try again.',
    }).then(() => {
      readAgain();
      setAsking(false);
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
      {from !== newest.version && (
        <Callout
          color="amber"
          role="alert"
          title={`Version ${newest.version} was published after you began`}
          action={
            <Button size="sm" onClick={() => keep({ from: newest.version, source })}>
              Continue with mine
            </Button>
          }
        >
          Yours was written from version {from}. Compare the two before you go on: publishing replaces it.
        </Callout>
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
            onChange={(event) => keep({ from, source: event.currentTarget.value })}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Publish
          version={from + 1}
          source={source}
          disabled={!isChanged || wrong.length > 0 || from !== newest.version}
          busy={busy !== null}
          isAsking={isAsking}
          setAsking={setAsking}
          title={title}
          publish={publish}
        />
        <Button onClick={() => setLooking(!isLooking)}>{isLooking ? 'Edit' : 'Preview'}</Button>
        {isChanged && (
          <Button variant="ghost" onClick={() => keep(null)}>
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
  version: number;
  source: string;
  disabled: boolean;
  busy: boolean;
  isAsking: boolean;
  setAsking: (isAsking: boolean) => void;
  title: string;
  publish: (key: string) => Promise<void>;
}

/** What was published cannot be taken back, only replaced. */
function Publish({ version, source, disabled, busy, isAsking, setAsking, title, publish }: PublishProps) {
  const key = useSendKey({ version, source });
  return (
    <>
      <Button variant="primary" disabled={disabled} onClick={() => setAsking(true)}>
        Publish version {version}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Publish version ${version} of the ${title.toLowerCase()}?`}
        confirm="Publish"
        busy={busy}
        onConfirm={() => void publish(key)}
      >
        It takes effect right away for everyone. It can’t be changed or revoked, only replaced by a newer version.
      </ConfirmDialog>
    </>
  );
}
