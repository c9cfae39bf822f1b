import { describe, expect, it } from '@jest/globals';
import { nextTurn } from '../../src/shared/async.js';
import { isAppError } from '../../src/shared/errors.js';
import { newId, TenantId } from '../../src/shared/ids.js';
import { createAskProviders } from '../../src/sign-in/ask-providers.js';

const [ACME, OTHER] = [newId(TenantId), newId(TenantId)];
const HANGING = 'https://hanging.example';
const WELL = 'https://well.example';

/** A provider whose address says that it hangs answers when the test lets go of it. */
const setUp = () => {
  const clock = { nowMs: Date.parse('2026-01-01T00:00:00Z') };
  const asked: string[] = [];
  const held: { fail: () => void }[] = [];
  const providers = createAskProviders({
    now: () => new Date(clock.nowMs),
    fetch: (url) => {
      asked.push(url);
      if (!url.startsWith(HANGING)) return Promise.resolve(new Response('{"well":true}'));
      return new Promise((_, reject) => {
        held.push({ fail: () => reject(new Error('ETIMEDOUT')) });
      });
    },
  });
  const send = (tenantId: TenantId, issuer: string) =>
    outcomeOf(providers.send({ tenantId, issuer })(`${issuer}/token`));
  const describeProvider = (tenantId: TenantId, issuer: string) =>
    outcomeOf(providers.describe({ tenantId, issuer })(`${issuer}/description`));
  return { clock, asked, held, providers, send, describeProvider };
};

const outcomeOf = (answer: Promise<Response>) =>
  answer.then(
    (response) => response.text(),
    (error: unknown) =>
      isAppError(error) ? `${error.code} ${error.retryAfterSec}` : String(error),
  );

describe('an identity provider that hangs', () => {
  it('takes four slots however often it is called, and another tenant is answered at once', async () => {
    const { asked, held, send } = setUp();
    const hanging = Array.from({ length: 60 }, () => send(ACME, HANGING));
    await nextTurn();

    const answer = await send(OTHER, WELL);

    expect(answer).toBe('{"well":true}');
    expect(asked.filter((url) => url.startsWith(HANGING))).toHaveLength(4);
    held.forEach(({ fail }) => fail());
    expect(new Set(await Promise.all(hanging))).toEqual(
      new Set(['identity_provider_unavailable 10']),
    );
    expect(asked).toHaveLength(5);
  });

  it("lets no more of a tenant's calls wait than its share, and the refusal names the share", async () => {
    const { held, providers } = setUp();
    const ask = () =>
      providers.send({ tenantId: ACME, issuer: HANGING })(`${HANGING}/token`).catch(String);
    const asked = Array.from({ length: 4 + 200 }, ask);
    await nextTurn();

    const refused = await ask();

    expect(refused).toContain(
      'Too many requests to identity providers: this tenant may have 200 waiting of 400.',
    );
    held.forEach(({ fail }) => fail());
    await Promise.all(asked);
  });

  it('is asked once for its metadata, however many need it', async () => {
    const { asked, held, describeProvider } = setUp();
    const answers = Array.from({ length: 60 }, () => describeProvider(ACME, HANGING));
    await nextTurn();

    held.forEach(({ fail }) => fail());

    expect(new Set(await Promise.all(answers)).size).toBe(1);
    expect(asked).toHaveLength(1);
  });

  it('leaves a slot to a tenant that has none, even if others hang too', async () => {
    const { held, send } = setUp();
    const hanging = Array.from({ length: 4 }, () => newId(TenantId)).flatMap((tenantId) =>
      Array.from({ length: 4 }, () => send(tenantId, HANGING)),
    );
    await nextTurn();
    expect(held).toHaveLength(15);

    expect(await send(OTHER, WELL)).toBe('{"well":true}');
    while (held.length > 0) {
      held.splice(0).forEach(({ fail }) => fail());
      await nextTurn();
    }
    await Promise.all(hanging);
  });
});

describe('an identity provider that failed', () => {
  const fail = async () => {
    const set = setUp();
    const failed = set.send(ACME, HANGING);
    await nextTurn();
    set.held.forEach(({ fail }) => fail());
    await failed;
    return set;
  };

  it('is not called for ten seconds, and callers are told for how long', async () => {
    const { clock, asked, send, describeProvider } = await fail();
    clock.nowMs += 4000;

    const answers = [await send(ACME, HANGING), await describeProvider(ACME, HANGING)];

    expect(answers).toEqual(Array(2).fill('identity_provider_unavailable 6'));
    expect(asked).toHaveLength(1);
  });

  it('is called again afterwards', async () => {
    const { clock, asked, held, send } = await fail();
    clock.nowMs += 10_000;

    const again = send(ACME, HANGING);
    await nextTurn();

    expect(asked).toHaveLength(2);
    held.forEach(({ fail }) => fail());
    await again;
  });

  it('is called at once if an admin saves it again', async () => {
    const { asked, held, providers, describeProvider } = await fail();
    providers.forget({ tenantId: ACME, issuer: HANGING });

    const again = describeProvider(ACME, HANGING);
    await nextTurn();

    expect(asked).toHaveLength(2);
    held.forEach(({ fail }) => fail());
    await again;
  });

  it('blocks neither other providers nor other tenants that use the same one', async () => {
    const { asked, held, send } = await fail();

    expect(await send(ACME, WELL)).toBe('{"well":true}');
    const elsewhere = send(OTHER, HANGING);
    await nextTurn();

    expect(asked).toHaveLength(3);
    held.forEach(({ fail }) => fail());
    await elsewhere;
  });
});

describe('the metadata of an identity provider', () => {
  it('is cached for five minutes', async () => {
    const { clock, asked, describeProvider } = setUp();

    const answers = [await describeProvider(ACME, WELL)];
    clock.nowMs += 299_000;
    answers.push(await describeProvider(ACME, WELL));
    clock.nowMs += 1000;
    answers.push(await describeProvider(ACME, WELL));

    expect(answers).toEqual(Array(3).fill('{"well":true}'));
    expect(asked).toHaveLength(2);
  });
});
