import { PlusIcon } from '@heroicons/react/24/outline';
import { type ReactNode, useState } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { drawThenFocus } from '#src/views/ui/draw-then-focus.ts';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { Suggestions } from '#src/views/ui/suggestions.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { isConflict, type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import {
  checkLicenses,
  fromMerge,
  licenseId,
  type LicenseRow,
  licensesForm,
  type MergedLicenses,
  newRow,
  rowsOf,
  sameRows,
  serverNames,
  showLicense,
  toMerge,
} from './license-draft.ts';
import { LICENSE_KINDS, LicenseFields } from './license-fields.tsx';
import { saveProfile } from './save-profile.ts';
import type { Profile } from './use-carrier-profile.ts';

const KINDS = [
  'FMCSA household goods authority',
  'State mover permit',
  'Interstate freight authority',
  'Business license',
];
const MOST = 30;

/** Increased when the shape of the draft changes, so that older drafts are discarded. */
const DRAFT_SHAPE = 2;

interface LicenseFormProps {
  profile: Profile;
  readAgain: () => Promise<Profile>;
  onSaved: (profile: Profile) => void;
  verb: string;
  /** It is a step of a sequence, so it can be submitted without changes. */
  isStep?: boolean;
  /** Beside the button; receives whether the list has rows. */
  aside?: (hasRows: boolean) => ReactNode;
}

/**
 * The licenses of the company as a list. The draft is kept until it is saved; a selected file only while the page is
 * open.
 */
export function LicenseForm({ profile, readAgain, onSaved, verb, isStep = false, aside }: LicenseFormProps) {
  const draft = useDraft<Typed<MergedLicenses>>(`carrier-licenses:${profile.id}`, DRAFT_SHAPE);
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map());
  const [progress, setProgress] = useState<number | null>(null);
  const saved = rowsOf(profile);
  const merging = useMergedDraft(toMerge(saved), draft);
  const { taken, conflicts } = merging;
  const rows = fromMerge(merging.values);
  const isChanged = files.size > 0 || merging.isChanged;
  const write = (next: readonly LicenseRow[]) => merging.change(toMerge(next));
  /** A row's name, by its position in the form; a removed row has none. */
  const nameOf = (path: string) => {
    const index = rows.findIndex(({ key }) => path === `rows.${key}`);
    return index < 0 ? 'A license' : `License ${index + 1}`;
  };
  const choose = (rowKey: string, file: File | null) =>
    setFiles(new Map([...files].filter(([one]) => one !== rowKey).concat(file ? [[rowKey, file]] : [])));
  const key = useSendKey({
    rows,
    version: profile.version,
    files: [...files].map(([one, { name, size, lastModified }]) => [one, name, size, lastModified]),
  });
  const { busy, attempt, errors, problem, submit, reset } = useSubmit({
    errors: checkLicenses(rows, saved),
    names: serverNames(rows, files),
    send: () =>
      saveProfile(
        {
          profile,
          form: (version) => licensesForm(rows, files, version),
          isUntouched: (now) => sameRows(rowsOf(now), saved),
          readAgain,
        },
        { key, ...(files.size > 0 && { onProgress: setProgress }) },
      ).finally(() => setProgress(null)),
    done: (now) => {
      merging.drop();
      setFiles(new Map());
      onSaved(now);
    },
    fallback: 'Couldn’t save the licenses. What you typed is kept; try again.',
    refused: isConflict,
  });

  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <MergeConflict
        what="your licenses"
        attempt={attempt}
        taken={taken}
        conflicts={conflicts}
        nameOf={nameOf}
        show={showLicense}
        onChoose={merging.choose}
      />
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <Suggestions id={LICENSE_KINDS} values={KINDS} />
      {rows.map((row, index) => (
        <LicenseFields
          key={row.key}
          row={row}
          index={index}
          file={files.get(row.key) ?? null}
          progress={files.has(row.key) ? progress : null}
          errors={errors}
          onChange={(part) => write(rows.map((one) => (one === row ? { ...row, ...part } : one)))}
          onFile={(file) => choose(row.key, file)}
          onRemove={() => {
            choose(row.key, null);
            write(rows.filter((one) => one !== row));
          }}
        />
      ))}
      {rows.length === 0 && <p className="text-gray-600">No license is listed.</p>}
      {rows.length < MOST && (
        <Button
          icon={<PlusIcon />}
          onClick={() => {
            const row = newRow();
            drawThenFocus(
              () => write([...rows, row]),
              () => document.getElementById(licenseId(row.key, 'kind')),
            );
          }}
        >
          Add a license
        </Button>
      )}
      <div className="flex flex-wrap items-center gap-2 pt-2">
        {(rows.length > 0 || isChanged) && (
          <Button
            type="submit"
            variant="primary"
            size={isStep ? 'lg' : 'md'}
            busy={busy}
            disabled={conflicts.length > 0 || !(isStep || isChanged)}
            className={isStep ? 'max-sm:w-full' : undefined}
          >
            {verb}
          </Button>
        )}
        {isChanged && !isStep && (
          <Button
            variant="ghost"
            onClick={() => {
              merging.drop();
              setFiles(new Map());
              reset();
            }}
          >
            Discard changes
          </Button>
        )}
        {aside?.(rows.length > 0 || isChanged)}
      </div>
    </form>
  );
}
