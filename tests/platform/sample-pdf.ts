/** The smallest PDF that opens, with a comment that can make it unique. */
export function pdfText(comment = ''): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>',
  ];
  let pdf = `%PDF-1.4\n${comment === '' ? '' : `% ${comment}\n`}`;
  const table = objects.map((object, index) => {
    const at = pdf.length;
    pdf += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  return `${pdf}xref\n0 4\n0000000000 65535 f \n${table.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`;
}
