/** Tells the paths that fit one of these addresses, in which `:name` stands for any one part. */
export const createPathMatch = (addresses: readonly string[]): ((path: string) => boolean) => {
  const known = addresses.map((address) => address.split('/'));
  return (path) => {
    const parts = path.split('/');
    return known.some(
      (address) =>
        address.length === parts.length &&
        address.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at])),
    );
  };
};
