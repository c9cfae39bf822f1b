/** What the host, or else the path of the address, calls the file; null when neither names one. */
export const toResponseFilename = (disposition: string | undefined, url: URL): string | null => {
  const named = disposition === undefined ? undefined : fromDisposition(disposition);
  const segment = decode(url.pathname.split('/').findLast((part) => part !== '') ?? '');
  return [named, segment].find((name) => name !== undefined && name.trim() !== '') ?? null;
};

const fromDisposition = (header: string): string | undefined => {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) return decode(extended);
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
  return /;\s*filename\s*=\s*([^;"\s]+)/i.exec(header)?.[1];
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
