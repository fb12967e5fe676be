import { Dialog } from './dialog.tsx';
import type { Shortcut } from './shortcuts.ts';

/** The shortcuts available everywhere, without being registered. */
const always: Shortcut[] = [
  { keys: 'mod+enter', label: 'Save or send what a dialog asks for' },
  { keys: 'z', label: 'Undo, while a notification offers it' },
  { keys: 'esc', label: 'Close' },
  { keys: '?', label: 'Show this help' },
];

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const names: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', enter: 'Enter', esc: 'Esc' };

export default function ShortcutHelp({
  open,
  onClose,
  shortcuts,
}: {
  open: boolean;
  onClose: () => void;
  shortcuts: readonly Shortcut[];
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className="divide-y divide-gray-100">
        {[...shortcuts, ...always].map(({ keys, label }) => (
          <div key={`${keys} ${label}`} className="flex items-center justify-between gap-4 py-2">
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {keys.split('+').map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-gray-200 bg-gray-50 px-1.5 text-center font-sans text-xs leading-5 text-gray-600"
                >
                  {names[key] ?? key.toUpperCase()}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
