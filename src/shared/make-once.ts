/** Caches what `make` returns, by the key of its argument. The cache is never emptied, so use it for few keys. */
export const makeOnce = <Subject, Made>(
  make: (subject: Subject) => Made,
  keyOf: (subject: Subject) => string = String,
): ((subject: Subject) => Made) => {
  const made = new Map<string, { made: Made }>();
  return (subject) => {
    const key = keyOf(subject);
    const known = made.get(key) ?? { made: make(subject) };
    made.set(key, known);
    return known.made;
  };
};
