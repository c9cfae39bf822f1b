/** Makes something of a subject when it is first asked for, and keeps it by the subject's key. For few subjects: nothing is let go of. */
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
