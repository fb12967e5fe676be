import { Dialog as Base, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { useModal } from './use-modal.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  side?: 'left' | 'right';
  /** For tasks completed here, such as a purchase: on a phone it takes the full width. */
  fromBottomOnPhone?: boolean;
  /** Opened by its own URL, which Back leaves anyway. */
  hasAddress?: boolean;
}

/** A drawer beside the page: navigation on a phone, or a preview of a list item. */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, children, footer, side = 'right', fromBottomOnPhone, hasAddress } = props;
  const { isOpen, panel, close } = useModal({ open, onClose, hasAddress });
  return (
    <Base open={isOpen} onClose={close} className="relative z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-gray-900/30 duration-150 starting:opacity-0" />
      <DialogPanel
        ref={panel}
        className={cx(
          'fixed inset-y-0 flex w-[min(30rem,calc(100vw-3rem))] flex-col bg-white shadow-float duration-200',
          side === 'right'
            ? 'right-0 max-sm:w-full starting:translate-x-full'
            : 'left-0 max-w-72 starting:-translate-x-full',
          fromBottomOnPhone &&
            'max-sm:top-auto max-sm:left-0 max-sm:max-h-[calc(100dvh-3rem)] max-sm:w-full max-sm:rounded-t-lg max-sm:starting:translate-x-0 max-sm:starting:translate-y-4',
        )}
      >
        <header className="flex h-12 shrink-0 items-center gap-3 border-b border-gray-200 pr-2 pl-4">
          <DialogTitle className="min-w-0 flex-1 truncate font-semibold">{title}</DialogTitle>
          <IconButton label="Close" size="sm" icon={<XMarkIcon className="size-5!" />} onClick={onClose} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        {footer && (
          <footer className="flex flex-wrap justify-end gap-2 border-t border-gray-200 px-4 py-3">{footer}</footer>
        )}
      </DialogPanel>
    </Base>
  );
}
