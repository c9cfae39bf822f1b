import { posix } from 'node:path';
import { Parser } from 'htmlparser2';
import { parseFailure, PARSER_LIMITS } from './parse-failure.js';
import { readArchive } from './archive.js';

export type XmlAttributes = Readonly<Record<string, string>>;

export type XmlHandlers = {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** The folders of pictures; the thumbnail of the first page is in another place. */
const PICTURE = /(?:^|\/)(?:media|Pictures)\/[^/]/;

export type XmlPackage = { parts: Map<string, string>; hasPictures: boolean };

type Relationship = { type: string; target: string };

/** Reads XML as a stream of tags, so that nesting and size cost little; refuses XML that is cut off or nested too deeply. */
export const readXml = (xml: string, handlers: XmlHandlers): void => {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > PARSER_LIMITS.depth) throw parseFailure('document_too_complex');
        handlers.open(name, attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        handlers.close?.(name);
      },
      ontext: (text) => handlers.text?.(text),
    },
    { xmlMode: true },
  );
  parser.write(xml);
  // At the end the reader would close all open elements by itself.
  if (depth !== 0) throw parseFailure('document_corrupt');
  parser.end();
};

/** The same, but with the elements' local names, because each program chooses its own prefixes. */
export const readLocalXml = (xml: string, handlers: XmlHandlers): void =>
  readXml(xml, {
    open: (name, attributes) => handlers.open(localName(name), attributes),
    close: (name) => handlers.close?.(localName(name)),
    text: (text) => handlers.text?.(text),
  });

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The attribute with this local name. */
export const attribute = (attributes: XmlAttributes, local: string): string | undefined => {
  if (local in attributes) return attributes[local];
  const name = Object.keys(attributes).find((candidate) => localName(candidate) === local);
  return name === undefined ? undefined : attributes[name];
};

/** The wanted XML parts of an office file, unpacked within the limits. */
export const readXmlPackage = async (bytes: Buffer, wanted: RegExp): Promise<XmlPackage> => {
  const { names, contents } = await readArchive(bytes, wanted);
  const parts = new Map(
    [...contents].flatMap(([name, content]) =>
      content.length < 2 ? [] : [[name, decodeXml(content)] as const],
    ),
  );
  return { parts, hasPictures: names.some((name) => PICTURE.test(name)) };
};

/** Entities, or a document type with declarations of its own. Old formulas only name the public type of MathML. */
const DECLARATIONS = /<!(?:ENTITY|DOCTYPE(?![^[>]{0,1000}>))/i;

/** Refuses XML that declares entities: office programs never write any, but attackers do. */
const decodeXml = (bytes: Buffer): string => {
  const mark = bytes.readUInt16BE(0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  const xml = new TextDecoder(encoding).decode(bytes);
  if (DECLARATIONS.test(xml)) throw parseFailure('document_corrupt');
  return xml;
};

/** A part that is required to read the file. */
export const requirePart = ({ parts }: XmlPackage, name: string): string => {
  const part = parts.get(name);
  if (part === undefined) throw parseFailure('document_corrupt');
  return part;
};

/** The title from a file's properties, under its Dublin Core name. */
export const readMetadataTitle = (xml: string | undefined): string | undefined => {
  if (xml === undefined) return undefined;
  let title: string | undefined;
  let isIn = false;
  readLocalXml(xml, {
    open: (name) => {
      isIn = name === 'title' && title === undefined;
      if (isIn) title = '';
    },
    close: () => {
      isIn = false;
    },
    text: (text) => {
      if (isIn) title = `${title ?? ''}${text}`;
    },
  });
  return title;
};

/** The parts that an Office Open XML part refers to inside the archive, by id; links to the outside are left out. */
export const relationshipsOf = (archive: XmlPackage, part: string): Map<string, Relationship> => {
  const folder = posix.dirname(part);
  const found = [...allRelationships(archive, part)].flatMap(
    ([id, { target, isOutside, type }]): [string, Relationship][] => {
      if (isOutside) return [];
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      return [[id, { type, target: path }]];
    },
  );
  return new Map(found);
};

/** The addresses outside the file that a part refers to, by id. */
export const linksOf = (archive: XmlPackage, part: string): Map<string, string> =>
  new Map(
    [...allRelationships(archive, part)].flatMap(([id, { target, isOutside }]) =>
      isOutside ? [[id, target]] : [],
    ),
  );

const allRelationships = ({ parts }: XmlPackage, part: string) => {
  const found = new Map<string, Relationship & { isOutside: boolean }>();
  const xml = parts.get(`${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`);
  if (xml === undefined) return found;
  readLocalXml(xml, {
    open: (name, attributes) => {
      const id = attribute(attributes, 'Id');
      const target = attribute(attributes, 'Target');
      if (name !== 'Relationship' || !id || !target) return;
      const type = posix.basename(attribute(attributes, 'Type') ?? '');
      const isOutside = attribute(attributes, 'TargetMode') === 'External';
      found.set(id, { type, target, isOutside });
    },
  });
  return found;
};
