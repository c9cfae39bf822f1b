import { describe, expect, it } from '@jest/globals';
import { json } from '../../../src/parsing/parsers/json.js';

const read = async (text: string) => {
  const { blocks } = await json.read({ bytes: Buffer.from(text), filename: 'a.json' });
  return blocks;
};

describe('JSON', () => {
  it('keeps long numbers and amounts digit by digit', async () => {
    const [list] = await read('{"id": 12345678901234567890, "price": 12.50, "days": 30}');

    expect(list?.text).toBe('id: 12345678901234567890\nprice: 12.50\ndays: 30');
  });

  it('keeps numbers inside strings as they are', async () => {
    expect(await read('{"a": "12.50 [x", "b": "\\"1.0\\""}')).toMatchObject([
      { text: 'a: 12.50 [x\nb: "1.0"' },
    ]);
  });

  it('becomes a table if its records are alike, with nested values named by their path', async () => {
    expect(
      await read('[{"name": "Ann", "at": {"gate": 2}}, {"name": "Mara", "at": {"gate": 1}}]'),
    ).toEqual([{ kind: 'table', text: 'name | at.gate\nAnn | 2\nMara | 1' }]);
  });

  it('becomes chapters, each named by its key, if it holds more than a table can', async () => {
    expect(await read('{"site": {"city": "Bergen"}, "days": 30}')).toEqual([
      { kind: 'list', text: 'days: 30' },
      { kind: 'heading', level: 1, text: 'site' },
      { kind: 'list', text: 'city: Bergen' },
    ]);
  });

  it('is read one object per line (JSON Lines)', async () => {
    expect(await read('{"a": 1, "b": 2}\n\n{"a": 3, "b": 4}')).toEqual([
      { kind: 'table', text: 'a | b\n1 | 2\n3 | 4' },
    ]);
  });

  it('is refused before anything is built if it nests too deeply', async () => {
    await expect(read(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });

  it('is refused as invalid if it is truncated', async () => {
    await expect(read('{"a": 1')).rejects.toMatchObject({ code: 'document_corrupt' });
  });
});
