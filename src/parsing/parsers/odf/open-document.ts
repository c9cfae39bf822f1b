import type { Archive } from '../../archive.js';

/** True for an archive that declares itself an OpenDocument file of this kind, or a template for one. */
export const isOpenDocument =
  (kind: 'text' | 'presentation' | 'spreadsheet') =>
  ({ contents }: Archive): boolean => {
    const mimeType = contents.get('mimetype')?.toString('latin1').trimEnd() ?? '';
    const ours = `application/vnd.oasis.opendocument.${kind}`;
    return mimeType === ours || mimeType === `${ours}-template`;
  };
