import { useApolloClient, useQuery } from '@apollo/client/react';
import { useRef, useState } from 'react';
import {
  ReadTariffFileDocument,
  TariffOfVersionDocument,
  TariffsDocument,
  type TariffsQuery,
} from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { LARGEST_FILES, showLimit, tooLargeFile } from '#src/machines/file/accepted-files.ts';
import { SAMPLE_TARIFF } from '#src/machines/tariff/sample-tariff.ts';
import type { Tariff } from '#src/machines/tariff/tariff.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Section } from '#src/views/ui/card.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { NoAccess } from '#src/views/ui/no-access.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useDiscard } from '#src/views/ui/use-discard.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { PublishTariff } from './publish-tariff.tsx';
import { draftOf, fromWire, mergeTariffs, partName, partText, readDraft, type TariffDraft } from './tariff-draft.ts';
import { TariffEditor } from './tariff-editor.tsx';

const SHAPE = 2;

/** What the brokerage charges: edited as a draft kept in this browser, and published as a new version. */
export default function TariffsPage() {
  useTitle('Tariffs');
  const { data, error, refetch } = useQuery(TariffsDocument, { fetchPolicy: 'cache-and-network' });
  const readAgain = () => void refetch().catch(() => {});
  useLive('settings', readAgain);
  if (error && !data) {
    if (problemOf(error).status === 403) return <NoAccess>{problemOf(error).detail}</NoAccess>;
    return <FailedState title="The tariff could not be loaded" onRetry={readAgain} />;
  }
  if (!data) {
    return (
      <>
        <PageHeader title="Tariffs" />
        <Loading label="Loading the tariff…">
          <TextBones lines={10} />
        </Loading>
      </>
    );
  }
  return <Tariffs data={data} readAgain={readAgain} />;
}

type BadLines = readonly { line: number; message: string }[];

function Tariffs({ data, readAgain }: { data: TariffsQuery; readAgain: () => void }) {
  const client = useApolloClient();
  const notify = useNotify();
  const discard = useDiscard();
  const file = useRef<HTMLInputElement>(null);
  const { version, rules, csv } = data.tariff;
  const published = rules ? fromWire(rules) : null;
  // Before the first version, a draft is compared with the sample tariff.
  const saved = draftOf(published ?? SAMPLE_TARIFF);
  const kept = useDraft<Typed<TariffDraft>>('tariff', SHAPE);
  const [draft, keep] = kept;
  const merging = useMergedDraft(saved, kept, mergeTariffs);
  const { conflicts } = merging;
  // A new starting point, or a colleague's publication, remounts the editor.
  const [begun, setBegun] = useState({ times: 0, version });
  // The version seen by the person who is publishing.
  const [publishing, setPublishing] = useState<number | null>(null);
  // Counts the attempts to publish that conflicted with a colleague's version.
  const [attempt, setAttempt] = useState(0);
  const [bad, setBad] = useState<BadLines | null>(null);
  // The earlier version shown in the draft.
  const [earlier, setEarlier] = useState<number | null>(null);
  const mountAnew = () => setBegun(({ times }) => ({ times: times + 1, version }));
  if (begun.version !== version) mountAnew();
  const startFrom = (next: typeof draft) => {
    keep(next);
    setBad(null);
    setEarlier(null);
    mountAnew();
  };
  const begin = (next: TariffDraft) => startFrom({ base: saved, fields: next });
  const shown = draft || published ? merging.values : null;
  const read = shown && readDraft(shown);
  const isChanged = read !== null && JSON.stringify(read.tariff) !== JSON.stringify(inOrder(published));
  const [newest] = data.tariffVersions;

  async function readFile(chosen: File): Promise<void> {
    if (chosen.size > LARGEST_FILES.tariffs) {
      notify.failed(null, tooLargeFile(chosen.name, LARGEST_FILES.tariffs));
      return;
    }
    try {
      const variables = { csv: await chosen.text() };
      const answer = await client.mutate({ mutation: ReadTariffFileDocument, variables });
      const found = answer.data?.readTariffFile;
      if (found?.rules) {
        begin(draftOf(fromWire(found.rules)));
        notify.done('File read. Publish it when it looks right.');
      } else setBad(found?.bad ?? []);
    } catch (failure) {
      notify.failed(failure, 'Couldn’t read the file. Try again.');
    }
  }

  async function showEarlier(chosen: number): Promise<void> {
    try {
      const variables = { version: chosen };
      const { data: answer } = await client.query({ query: TariffOfVersionDocument, variables });
      if (!answer?.tariffOfVersion.rules) return;
      begin(draftOf(fromWire(answer.tariffOfVersion.rules)));
      setEarlier(chosen);
      document.querySelector('#content')?.scrollIntoView();
    } catch (failure) {
      notify.failed(failure, `Couldn’t load version ${chosen}. Try again.`);
    }
  }

  const chooseFile = () => file.current?.click();
  return (
    <>
      <PageHeader
        title="Tariffs"
        below={
          newest ? (
            <>
              Version {newest.version}, published by {newest.actorName} <RelativeTime instant={newest.publishedAt} />
            </>
          ) : (
            'Nothing is published yet.'
          )
        }
        primary={
          shown && (
            <Button
              variant="primary"
              disabled={!isChanged || conflicts.length > 0 || !read?.isSound}
              onClick={() => setPublishing(version)}
            >
              Publish
            </Button>
          )
        }
        more={[
          { label: 'Import CSV', note: `Up to ${showLimit(LARGEST_FILES.tariffs)}`, onSelect: chooseFile },
          {
            label: 'Export CSV',
            offBecause: csv ? null : 'Nothing is published yet.',
            onSelect: () => save(csv!, `tariff-${version}.csv`),
          },
        ]}
      />
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file of a tariff"
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void readFile(chosen);
          currentTarget.value = '';
        }}
      />
      <div className="space-y-4">
        {bad && <BadFile bad={bad} onClose={() => setBad(null)} />}
        {shown && (
          <MergeConflict
            what="the tariff"
            {...(newest && { title: `${newest.actorName} published version ${newest.version} after you began` })}
            attempt={attempt}
            taken={merging.taken}
            conflicts={conflicts}
            nameOf={(path) => partName(shown, path)}
            show={partText}
            onChoose={(conflict, whose) => {
              merging.choose(conflict, whose);
              mountAnew();
            }}
          />
        )}
        {draft && isChanged && (
          <Callout
            color="blue"
            title={
              earlier !== null && read?.isSound
                ? `This is version ${earlier} again, not published yet`
                : read?.isSound === false
                  ? 'This draft needs a change before it can be published'
                  : 'This draft is not published yet'
            }
            action={
              <Button size="sm" onClick={() => discard(draft, startFrom)}>
                Discard
              </Button>
            }
          >
            It’s kept in this browser. Estimates use the published tariff.
          </Callout>
        )}
      </div>
      {!shown && (
        <EmptyState
          title="No tariff yet"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button variant="primary" onClick={() => begin(draftOf(SAMPLE_TARIFF))}>
                Start with a sample
              </Button>
              <Button onClick={chooseFile}>Import CSV</Button>
            </div>
          }
        >
          With a tariff, estimates price themselves. The sample has typical prices; change them to yours. A CSV file can
          be up to {showLimit(LARGEST_FILES.tariffs)}.
        </EmptyState>
      )}
      {shown && (
        <TariffEditor
          key={begun.times}
          start={shown}
          onChange={(changed) => {
            merging.change(changed);
            // From here on it is a draft like any other.
            setEarlier(null);
          }}
        />
      )}
      {data.tariffVersions.length > 0 && (
        <Versions
          versions={data.tariffVersions}
          offBecause={draft && isChanged && earlier === null ? 'Publish or discard your draft first.' : null}
          onShow={(chosen) => void showEarlier(chosen)}
        />
      )}
      {publishing !== null && read && (
        <PublishTariff
          tariff={read.tariff}
          from={publishing}
          proposed={earlier === null ? '' : `Back to version ${earlier}`}
          onClose={() => setPublishing(null)}
          onDone={() => {
            keep(null);
            setEarlier(null);
            setPublishing(null);
            notify.done('Tariff published');
            readAgain();
          }}
          onStale={() => {
            setPublishing(null);
            setAttempt(attempt + 1);
            readAgain();
          }}
        />
      )}
    </>
  );
}

/** Normalized, as an untouched draft of it would read. */
const inOrder = (tariff: Tariff | null) => tariff && readDraft(draftOf(tariff)).tariff;

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

function BadFile({ bad, onClose }: { bad: BadLines; onClose: () => void }) {
  return (
    <Callout
      color="red"
      title={`Nothing was imported: ${showCount(bad.length, 'line needs', 'lines need')} a change`}
      action={
        <Button size="sm" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="space-y-1 overflow-y-auto" style={{ maxHeight: '16rem' }}>
        {bad.map(({ line, message }, index) => (
          <li key={index} className="wrap-anywhere">
            <span className="font-medium">Line {line}:</span> {message}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

interface VersionsProps {
  versions: TariffsQuery['tariffVersions'];
  /** Why no earlier version can be shown now: a draft must not be overwritten. */
  offBecause: string | null;
  onShow: (version: number) => void;
}

/** Who published what, newest first; an earlier version can be shown above, and published again. */
function Versions({ versions, offBecause, onShow }: VersionsProps) {
  return (
    <Section title="History">
      <ol className="max-w-160 divide-y divide-gray-100">
        {versions.map(({ version, comment, publishedAt, actorName }) => (
          <li key={version} className="py-2.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{actorName}</span>
              <span className="text-gray-500">
                Version {version} · <RelativeTime instant={publishedAt} />
              </span>
            </p>
            <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3">
              <p className="text-gray-700 wrap-anywhere">{comment}</p>
              {version !== versions[0]?.version && (
                <Button
                  size="sm"
                  disabled={offBecause !== null}
                  title={offBecause ?? undefined}
                  aria-label={`View: version ${version}`}
                  onClick={() => onShow(version)}
                >
                  View
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
