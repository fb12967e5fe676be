import { Button } from '#src/views/ui/button.tsx';

/** Common answers to the last question; one tap sends one. */
export function QuickReplies({ texts, onSend }: { texts: readonly string[]; onSend: (text: string) => void }) {
  if (texts.length === 0) return null;
  return (
    <ul aria-label="Quick replies" className="mb-2 flex flex-wrap gap-2">
      {texts.map((text) => (
        <li key={text}>
          <Button className="min-h-11" onClick={() => onSend(text)}>
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}
