/** A ZIP archive of texts, stored as they are: what is packed here is small. */
export const toZip = (
  files: readonly { name: string; text: string }[],
): Uint8Array<ArrayBuffer> => {
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const content = new TextEncoder().encode(text);
    const entry = { name: new TextEncoder().encode(name), content, sum: crc32(content) };
    const header = [...fields(LOCAL_FILE, 4), ...common(entry)];
    const written = join([Uint8Array.from(header), entry.name, content]);
    const listed = [
      ...fields(LISTED_FILE, 4),
      ...fields(VERSION, 2),
      ...common(entry),
      ...fields(0, 10),
      ...fields(offset, 4),
    ];
    central.push(join([Uint8Array.from(listed), entry.name]));
    local.push(written);
    offset += written.length;
  }
  const list = join(central);
  const end = [
    ...fields(END, 4),
    ...fields(0, 4),
    ...fields(files.length, 2),
    ...fields(files.length, 2),
    ...fields(list.length, 4),
    ...fields(offset, 4),
    ...fields(0, 2),
  ];
  return join([...local, list, Uint8Array.from(end)]);
};

const LOCAL_FILE = 0x04034b50;
const LISTED_FILE = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;
/** 1 January 1980, a fixed date, so that the same conversation always produces an identical file. */
const NO_DATE = 0x0021;

type Entry = { name: Uint8Array; content: Uint8Array; sum: number };

const common = ({ name, content, sum }: Entry): number[] => [
  ...fields(VERSION, 2),
  ...fields(NAMES_ARE_UTF8, 2),
  ...fields(0, 4),
  ...fields(NO_DATE, 2),
  ...fields(sum, 4),
  ...fields(content.length, 4),
  ...fields(content.length, 4),
  ...fields(name.length, 2),
  ...fields(0, 2),
];

/** Low byte first. */
const fields = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, place) => (place < 4 ? (value >>> (8 * place)) & 0xff : 0));

const join = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const POLYNOMIAL = 0xedb88320;

const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
};
