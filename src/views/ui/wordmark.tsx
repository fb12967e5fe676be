import mark from './mark.svg';

export function Wordmark({ short = false }: { short?: boolean }) {
  return (
    <span className="flex items-center gap-2 font-semibold whitespace-nowrap text-gray-900">
      <img src={mark} alt={short ? 'Lead Platform' : ''} width={24} height={24} className="size-6" />
      {!short && 'Lead Platform'}
    </span>
  );
}
