import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CursorLost, type ListedItem, type OpenSource } from '../../src/sources/kind.js';
import { findKind } from '../../src/sources/kinds/index.js';
import { findProgramOfTests } from '../support/installed.js';
import { startMailServer } from '../support/mail-server.js';
import { NO_REACH } from '../support/no-reach.js';

const { signal } = new AbortController();
const PUBLIC = { ...NO_REACH, web: { ...NO_REACH.web, isPublic: true } };

describe('the address of a mail server', () => {
  const check = async (url: string) => {
    const kind = await findKind('imap');
    return kind?.check({ settings: { url }, credentials: null }, PUBLIC).settings['url'];
  };

  it('is contacted over TLS unless the operator lists it', async () => {
    expect(await check('Mail.Example.com')).toBe('imaps://mail.example.com:993');
    for (const url of ['imap://mail.example.com', 'mail.example.com:22', 'https://example.com']) {
      await expect(check(url)).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });

  it('is refused if it is inside the network, also as a number', async () => {
    const kind = await findKind('imap');
    for (const url of ['imaps://127.0.0.1', 'imaps://[::1]', 'imaps://localhost']) {
      const credentials = { username: 'reader', password: 'secret' };
      const opened = kind?.open({ settings: { url }, credentials }, PUBLIC);

      expect(await opened?.test(signal)).toMatchObject([
        { ok: false, message: 'The mail server was not found on the public internet.' },
      ]);
      await opened?.close?.();
    }
  });
});

const dovecot = findProgramOfTests('dovecot', 'mailboxes are not tested.');
if (dovecot !== undefined) {
  describe('a mailbox', () => {
    let server: Awaited<ReturnType<typeof startMailServer>>;
    beforeAll(async () => {
      server = await startMailServer();
    });
    afterAll(() => server.close());

    /** Opens the mailbox of Anna anew. */
    const opening = async <Result>(work: (opened: OpenSource) => Promise<Result>) => {
      const kind = await findKind('imap');
      const settings = { url: server.address, owner: 'anna@example.test' };
      const reach = { ...NO_REACH, web: { ...NO_REACH.web, origins: [server.address] } };
      const opened = kind?.open({ settings, credentials: server.account }, reach);
      if (!opened) throw new Error('The source cannot be opened.');
      return work(opened).finally(() => opened.close?.());
    };

    const listAll = async (opened: OpenSource) => {
      const items: ListedItem[] = [];
      let cursor = '';
      for await (const piece of opened.list(signal)) {
        items.push(...piece.items);
        cursor = piece.cursor ?? cursor;
      }
      return { items, cursor };
    };

    it('has attachments as files of their mail, whatever their names, for its owner only', async () => {
      await server.append('INBOX', WITH_ATTACHMENT);

      const found = await opening(async (opened) => {
        const { items } = await listAll(opened);
        const contents = items.map(async (item) => text(await opened.read(item, signal)));
        return { items, contents: await Promise.all(contents) };
      });

      const paths = found.items.map(({ path }) => path.replace(/\d+-\d+/u, 'N'));
      expect(paths).toEqual(['INBOX/N/Plans etc.eml', 'INBOX/N/2/etc plan.txt']);
      expect(found.items.map(({ readers }) => readers)).toEqual([
        ['email:anna@example.test'],
        ['email:anna@example.test'],
      ]);
      expect(found.contents).toEqual([WITH_ATTACHMENT, 'the plan']);
    });

    it('lists only new mails, but everything if the UIDs of a folder have changed', async () => {
      await server.append('Team', WITH_ATTACHMENT);
      const { items, cursor } = await opening(listAll);
      const changesSince = (opened: OpenSource) => async () => {
        const changed: ListedItem[] = [];
        for await (const piece of opened.changes?.(cursor, signal) ?? []) {
          changed.push(...piece.items);
        }
        return changed;
      };
      await server.append('Team', WITH_ATTACHMENT);
      expect(await opening((opened) => changesSince(opened)())).toHaveLength(2);

      await server.deleteFolder('Team');
      await server.append('Team', WITH_ATTACHMENT);

      const lost = opening((opened) => changesSince(opened)());
      await expect(lost).rejects.toBeInstanceOf(CursorLost);
      const old = items.find(({ path }) => path.startsWith('Team/'));
      const looked = await opening(async (opened) => old && opened.look?.(old, signal));
      expect(looked).toBeNull();
    });
  });
}

const WITH_ATTACHMENT = [
  'From: ben@example.test',
  'To: anna@example.test',
  'Subject: Plans/etc',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=edge',
  '',
  '--edge',
  'Content-Type: text/plain',
  '',
  'See the plan.',
  '--edge',
  'Content-Type: text/plain; name="../etc/plan.txt"',
  'Content-Disposition: attachment; filename="../etc/plan.txt"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('the plan').toString('base64'),
  '--edge--',
  '',
].join('\r\n');
