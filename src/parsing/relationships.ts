import { posix } from 'node:path';
import { attribute, localName, readXml, type XmlPackage } from './xml.js';

type Relationship = { type: string; target: string };

/** What an Office Open XML part refers to inside the archive, by id; links to the outside are left out. */
export const relationshipsOf = ({ parts }: XmlPackage, part: string): Map<string, Relationship> => {
  const found = new Map<string, Relationship>();
  const folder = posix.dirname(part);
  const xml = parts.get(`${folder}/_rels/${posix.basename(part)}.rels`);
  if (xml === undefined) return found;
  readXml(xml, {
    open: (name, attributes) => {
      const id = attribute(attributes, 'Id');
      const target = attribute(attributes, 'Target');
      const isOutside = attribute(attributes, 'TargetMode') === 'External';
      if (localName(name) !== 'Relationship' || !id || !target || isOutside) return;
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      found.set(id, { type: posix.basename(attribute(attributes, 'Type') ?? ''), target: path });
    },
  });
  return found;
};
