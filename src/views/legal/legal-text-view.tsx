import '#src/views/agreement/agreement-text.css';
import type { LegalText } from '#src/machines/legal/legal-text.ts';
import { LegalBlocks } from './legal-blocks.tsx';

/** A legal text with its table of contents. `prefix`: for the fragments, if the page contains several texts. */
export function LegalTextView({ text, phone, prefix = '' }: { text: LegalText; phone: string; prefix?: string }) {
  const contents = `${prefix}contents`;
  return (
    <div className="agreement mt-6">
      <LegalBlocks blocks={text.intro} phone={phone} />
      <nav aria-labelledby={contents} className="my-6 rounded-lg border border-gray-200 bg-white p-4">
        <p id={contents} className="font-semibold">
          Contents
        </p>
        <ol className="grid sm:grid-cols-2">
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a className="link block py-0.5" href={`#${prefix}${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {text.sections.map(({ id, title, blocks }) => (
        <section key={id} aria-labelledby={prefix + id} className="mt-6">
          <h2 id={prefix + id} tabIndex={-1} className="mb-4 scroll-m-3 outline-none">
            {title}
          </h2>
          <LegalBlocks blocks={blocks} phone={phone} />
        </section>
      ))}
    </div>
  );
}
