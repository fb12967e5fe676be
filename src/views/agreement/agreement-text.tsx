import './agreement-text.css';

/**
 * The text of an agreement as it is signed. Its HTML is ours: the server writes it from a document of data, with every
 * text escaped and no attribute that could run anything. Nothing else in the product is put on a page this way.
 */
export function AgreementText({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger
  return <div className="agreement text-base text-gray-900" dangerouslySetInnerHTML={{ __html: html }} />;
}
