import { ClipboardDocumentIcon } from '@heroicons/react/24/outline';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { useNotify } from './notify-context.ts';

/** Copies the text to the clipboard and returns whether that worked. A page served over http has no clipboard. */
export async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A link to copy. It can be selected manually if the browser refuses the clipboard. */
export function LinkField({ url, label = 'Link for the client' }: { url: string; label?: string }) {
  const notify = useNotify();
  async function copy() {
    if (await isCopied(url)) notify.done('Link copied');
    else notify.failed(null, 'Your browser blocked copying. Select the link and copy it.');
  }
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="flex-1">
        <Input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <Button icon={<ClipboardDocumentIcon />} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
