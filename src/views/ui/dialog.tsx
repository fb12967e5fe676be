import { Dialog as Base, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { useModal } from './use-modal.ts';

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' };

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, the main one last. They stay in sight while the content scrolls. */
  footer?: ReactNode;
  size?: keyof typeof widths;
}

/** Ctrl+Enter or ⌘+Enter presses the button that sends, from any field, also one of several lines. */
function sendByKey(event: KeyboardEvent<HTMLElement>): void {
  // What happens in a dialog on top of this one comes here, too.
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !event.currentTarget.contains(event.target as Node))
    return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
}

/**
 * Something to finish before going on. Slides up from the bottom on a phone. It comes with a motion, by the style it
 * starts from, and goes without: Headless UI's own transition never ends when it is interrupted, and the dialog would
 * stay, unseen, over the page.
 */
export function Dialog({ open, onClose, title, children, footer, size = 'md' }: DialogProps) {
  const { isOpen, panel, close } = useModal({ open, onClose });
  return (
    <Base open={isOpen} onClose={close} className="relative z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-gray-900/30 duration-150 starting:opacity-0" />
      <div className="fixed inset-0 flex items-end justify-center sm:items-start sm:p-4 sm:pt-[10vh]">
        <DialogPanel
          ref={panel}
          onKeyDown={sendByKey}
          className={cx(
            'flex max-h-[calc(100dvh-3rem)] w-full flex-col rounded-t-lg bg-white shadow-float duration-150 starting:translate-y-4 starting:opacity-0 sm:max-h-[80vh] sm:rounded-lg sm:starting:translate-y-1',
            widths[size],
          )}
        >
          <header className="flex items-center gap-3 px-5 pt-3 pb-2">
            <DialogTitle className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">{title}</DialogTitle>
            <IconButton
              label="Close"
              size="sm"
              icon={<XMarkIcon className="size-5!" />}
              onClick={onClose}
              className="-mr-1.5"
            />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-gray-200 px-5 py-3">{footer}</footer>
          )}
        </DialogPanel>
      </div>
    </Base>
  );
}
