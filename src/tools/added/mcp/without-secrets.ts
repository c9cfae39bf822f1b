/** A text without credentials, in whatever form a service may repeat them: plain, encoded, in hex, backwards, with something in between. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .flatMap(formsOf)
    .sort((one, other) => other.length - one.length)
    .reduce(withoutForm, text);

const formsOf = (secret: string): string[] => {
  const forward = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    ...encodingsOf(secret),
  ];
  const distinct = [...new Set(forward)].filter((form) => form !== '');
  return [...distinct, ...distinct.map((form) => Array.from(form).reverse().join(''))];
};

const encodingsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    bytes.toString('hex'),
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
    ...base64Of(bytes),
  ];
};

/** Also as a part of something longer, where its letters depend on how many bytes stand before it. */
const base64Of = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((encoded.length * 8) / 6);
    const whole = before === 0 ? [encoded.toString('base64'), encoded.toString('base64url')] : [];
    const inner = [encoded.toString('base64'), encoded.toString('base64url')];
    return [...whole, ...inner.map((form) => form.slice(from, to))].filter(
      (form) => form.length >= MIN_LENGTH,
    );
  });

/** Shorter ones stand in any text: they are taken out as they are written alone. */
const MIN_LENGTH = 8;
/** Blanks, signs and what nobody sees, at most so many between two characters. */
const BETWEEN = String.raw`[\s\p{Cf}\p{M}.,:;|_/*"'+-]{0,4}`;

const withoutForm = (text: string, form: string): string => {
  const plain = text.replaceAll(form, '[credential]');
  if (form.length < MIN_LENGTH) return plain;
  const spelled = Array.from(form, (character) =>
    character.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`),
  ).join(BETWEEN);
  return plain.replace(new RegExp(spelled, 'giu'), '[credential]');
};
