import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { SearchInput } from './search-input.tsx';

const PAUSE_MS = 250;

type SearchFilterProps = Omit<ComponentProps<typeof SearchInput>, 'maxLength'> & { 'aria-label': string };

/**
 * The text that filters a list: `onChange` gets it, trimmed, when typing pauses. A change from elsewhere, such as "Clear
 * all", replaces what is typed; its own text coming back trimmed does not.
 */
export function SearchFilter({ value, onChange, ...rest }: SearchFilterProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    if (text.trim() !== value) setText(value);
  }
  const tell = useEffectEvent(() => {
    if (text.trim() !== value) onChange(text.trim());
  });
  useEffect(() => {
    const timer = setTimeout(() => tell(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <SearchInput {...rest} maxLength={100} value={text} onChange={setText} />;
}
