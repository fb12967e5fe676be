import './agreement-text.css';

/**
 * The text of an agreement as it is signed. Its HTML can be trusted: the server generates it from structured data, with
 * all text escaped and no attribute that could run code. Nothing else in the product is inserted as HTML.
 */
export function AgreementText({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger
  return <div className="agreement text-base text-gray-900" dangerouslySetInnerHTML={{ __html: html }} />;
}
