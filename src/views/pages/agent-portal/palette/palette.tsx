import { Dialog as Base, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { MagnifyingGlassIcon } from '@heroicons/react/24/outline';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { cx } from '#src/views/ui/class-names.ts';
import type { MenuAction } from '#src/views/ui/menu-item.tsx';
import { useModal } from '#src/views/ui/use-modal.ts';
import { LeadHit } from './lead-hit.tsx';
import { type Entry, usePalette } from './use-palette.ts';

interface PaletteProps {
  /** The pages and actions available everywhere. */
  commands: readonly MenuAction[];
  onClose: () => void;
}

/** Ctrl+K: runs actions for the current lead, goes to any page, and finds a lead, carrier, or chat. */
export default function Palette({ commands, onClose }: PaletteProps) {
  const { isOpen, panel, close } = useModal({ open: true, onClose });
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { groups, status } = usePalette(text, commands);
  const entries = groups.flatMap((group) => group.entries);
  const wanted = text.trim();
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function take(entry: Entry | undefined) {
    if (!entry || entry.offBecause) return;
    onClose();
    if (entry.href === undefined) entry.onSelect?.();
    else navigate(entry.href);
  }
  function keys(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + entries.length) % Math.max(1, entries.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(entries[active]);
    }
  }

  return (
    <Base open={isOpen} onClose={close} className="relative z-40" aria-label="Search">
      <DialogBackdrop className="fixed inset-0 bg-gray-900/30 duration-150 starting:opacity-0" />
      <div className="fixed inset-0 flex items-start justify-center p-3 sm:p-4 sm:pt-[10vh]">
        <DialogPanel
          ref={panel}
          className="flex max-h-[80dvh] w-full max-w-xl flex-col overflow-hidden rounded-lg bg-white shadow-float duration-150 starting:translate-y-1 starting:opacity-0"
        >
          <div className="flex items-center gap-2 border-b border-gray-200 px-4">
            <MagnifyingGlassIcon className="size-4 shrink-0 text-gray-500" aria-hidden />
            <input
              data-autofocus
              type="text"
              role="combobox"
              aria-label="Search leads, carriers, pages, and actions"
              aria-expanded={entries.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={entries[active] ? `${listId}-${active}` : undefined}
              autoComplete="off"
              maxLength={100}
              placeholder="Name, phone, place, or page"
              className="h-12 min-w-0 flex-1 text-base outline-none"
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setActive(0);
              }}
              onKeyDown={keys}
            />
          </div>
          <div ref={list} className="min-h-0 overflow-y-auto">
            <div id={listId} role="listbox" aria-label="Results" className={cx(entries.length > 0 && 'p-1.5')}>
              {groups.map(({ name, entries: own }) => (
                <div key={name} role="group" aria-label={name}>
                  <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-gray-500">
                    {name}
                  </p>
                  {own.map((entry) => {
                    const index = entries.indexOf(entry);
                    return (
                      <Option
                        key={entry.key}
                        id={`${listId}-${index}`}
                        entry={entry}
                        isActive={index === active}
                        onPoint={() => setActive(index)}
                        onTake={() => take(entry)}
                      />
                    );
                  })}
                </div>
              ))}
            </div>
            <p role="status" className="px-4 text-gray-600 not-empty:py-4">
              {wanted === '' &&
                entries.length === 0 &&
                'Type a name, a reference like L-1042, a phone number, or a city.'}
              {status === 'searching' && entries.length === 0 && 'Searching…'}
              {status === 'failed' && 'Search failed. Type again to retry.'}
              {status === 'found' && entries.length === 0 && `Nothing found for “${wanted}”.`}
            </p>
          </div>
        </DialogPanel>
      </div>
    </Base>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  isActive: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Option({ id, entry, isActive, onPoint, onTake }: OptionProps) {
  const second = entry.offBecause ?? entry.note;
  return (
    // The focus stays in the field, which handles the keys; screen readers learn of the option as the active one.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={entry.offBecause ? true : undefined}
      className={cx(
        'rounded-md px-2.5 py-2',
        isActive && 'bg-gray-100',
        entry.offBecause ? 'text-gray-500' : 'cursor-pointer',
        entry.danger && !entry.offBecause && 'text-red-600',
      )}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      {entry.hit ? (
        <LeadHit hit={entry.hit} />
      ) : (
        <>
          <p className="truncate">{entry.label}</p>
          {second && <p className="text-xs text-gray-600">{second}</p>}
        </>
      )}
    </div>
  );
}
