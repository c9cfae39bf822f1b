/** Returns a function that tests whether a path fits one of these addresses, in which `:name` matches any one segment. */
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
