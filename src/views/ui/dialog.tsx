import { Dialog as Base, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { isSubmitKey } from './submit-key.ts';
import { useModal } from './use-modal.ts';

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' };

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, the main one last. They stay visible while the content scrolls. */
  footer?: ReactNode;
  size?: keyof typeof widths;
}

/**
 * Ctrl+Enter or ⌘+Enter presses the submit button from any field, including a textarea, and from the dialog itself,
 * which has the focus at first if no field takes it.
 */
function sendByKey(event: KeyboardEvent<HTMLElement>): void {
  // Events of a dialog on top of this one bubble here, too.
  if (!isSubmitKey(event) || !event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
}

/**
 * Something to finish before continuing. Slides up from the bottom on a phone. It has an enter animation, by its
 * starting style, but no exit animation: Headless UI's own transition never ends if interrupted, and the dialog would
 * remain, invisible, over the page.
 */
export function Dialog({ open, onClose, title, children, footer, size = 'md' }: DialogProps) {
  const { isOpen, panel, close } = useModal({ open, onClose });
  return (
    <Base open={isOpen} onClose={close} onKeyDown={sendByKey} className="relative z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-gray-900/30 duration-150 starting:opacity-0" />
      <div className="fixed inset-0 flex items-end justify-center sm:items-start sm:p-4 sm:pt-[10vh]">
        <DialogPanel
          ref={panel}
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
