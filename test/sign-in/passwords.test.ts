import { describe, expect, it } from '@jest/globals';
import { createPasswords } from '../../src/sign-in/passwords.js';

const PASSWORD = 'correct horse battery staple';

describe('the hashes of passwords', () => {
  const passwords = createPasswords({ memoryKib: 64, passes: 1 });

  it("are argon2id with OWASP's parameters", async () => {
    const hashed = await createPasswords().hash(PASSWORD);

    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('match only exactly the same password', async () => {
    const hashed = await passwords.hash(PASSWORD);

    expect(await passwords.matches(PASSWORD, hashed)).toBe(true);
    expect(await passwords.matches(`${PASSWORD} `, hashed)).toBe(false);
    expect(await passwords.matches('', hashed)).toBe(false);
  });

  it('match however the keyboard encodes a letter with an accent', async () => {
    const hashed = await passwords.hash('un château très fort'.normalize('NFC'));

    expect(await passwords.matches('un château très fort'.normalize('NFD'), hashed)).toBe(true);
  });

  it('differ for the same password', async () => {
    expect(await passwords.hash(PASSWORD)).not.toBe(await passwords.hash(PASSWORD));
  });

  it('match no password for an account without one', async () => {
    expect(await passwords.matches(PASSWORD, null)).toBe(false);
  });

  it('leave the event loop free while they are computed', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);

    await Promise.all(Array.from({ length: 4 }, () => createPasswords().hash(PASSWORD)));

    clearInterval(counting);
    expect(turns).toBeGreaterThan(3);
  });
});
