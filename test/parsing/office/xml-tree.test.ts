import { describe, expect, it } from '@jest/globals';
import { childOf, findAll, findPath, readXmlTree } from '../../../src/parsing/office/xml-tree.js';

const tree = readXmlTree(
  '<m:a xmlns:m="x" kind="k">one<m:b><m:c>two</m:c></m:b>more<m:b><m:b><m:c>three</m:c></m:b></m:b></m:a>',
);

describe('an XML part of an office file, read as a tree,', () => {
  it('has elements by local name, with their direct text', () => {
    expect(tree).toMatchObject({ name: 'a', text: 'onemore' });
    expect(tree?.children.map(({ name, text }) => [name, text])).toEqual([
      ['b', ''],
      ['b', ''],
    ]);
  });

  it('finds a child, a path, and all elements of a name except nested ones', () => {
    expect(childOf(tree!, 'c')).toBeUndefined();
    expect(findPath(tree, 'b/c')?.text).toBe('two');
    expect(findPath(tree, 'c/b')).toBeUndefined();
    expect(findPath(undefined, 'b')).toBeUndefined();
    expect(findAll(tree!, 'b')).toHaveLength(2);
    expect(findAll(tree!, 'c').map(({ text }) => text)).toEqual(['two', 'three']);
  });
});
