const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i;

/** The charset that the host names for its content, in its own spelling; null where it names none. */
export const toResponseCharset = (contentType: string | undefined): string | null => {
  const [, quoted, plain] = CHARSET.exec(contentType ?? '') ?? [];
  const charset = (quoted ?? plain ?? '').trim();
  return charset === '' ? null : charset;
};
