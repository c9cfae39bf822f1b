import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { eventually } from './eventually.js';
import { findProgram } from './installed.js';
import { freePort } from './redis-server.js';

const BINARY = 'dovecot';
const ACCOUNT = { username: 'reader', password: 'correct horse' };
const NOBODY = 65_534;

export const hasMailServer = (): boolean => findProgram(BINARY) !== undefined;

export const HOW_TO_GET_MAIL = 'apt-get install dovecot-imapd';

/** A real IMAP server on a free port, with one mailbox in a temporary folder. */
export const startMailServer = async () => {
  const binary = findProgram(BINARY);
  if (binary === undefined) throw new Error(`There is no ${BINARY}: ${HOW_TO_GET_MAIL}`);
  const root = await mkdtemp(join(tmpdir(), 'kr-mail-'));
  const port = await freePort();
  await writeConfig(root, port);
  const start = async (): Promise<ChildProcess> => {
    const args = ['-F', '-c', join(root, 'dovecot.conf')];
    const child = spawn(binary, args, { stdio: 'inherit', detached: true });
    await eventually(() => isUp(port), Boolean);
    return child;
  };
  let child = await start();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // With the processes that it has started.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  const { signIn, signOut } = createPerson(port);
  return {
    address: `imap://127.0.0.1:${port}`,
    account: ACCOUNT,
    /** Puts a mail into a folder, which is made if there is none, and returns its UID. */
    append: async (folder: string, mail: string, at = new Date()): Promise<number> => {
      const person = await signIn();
      await person.mailboxCreate(folder);
      const appended = await person.append(folder, mail, [], at);
      if (appended === false || appended.uid === undefined) throw new Error('It was not appended.');
      return appended.uid;
    },
    inFolder: async <Result>(folder: string, work: (opened: ImapFlow) => Promise<Result>) => {
      const person = await signIn();
      const lock = await person.getMailboxLock(folder);
      return work(person).finally(() => lock.release());
    },
    /** Deletes a folder with its mails, so that a new one of the same name has other UIDs. */
    deleteFolder: async (folder: string): Promise<void> => {
      await (await signIn()).mailboxDelete(folder);
    },
    kill,
    /** With the same mails, on the same port. */
    restart: async (): Promise<void> => {
      await kill();
      child = await start();
    },
    close: async (): Promise<void> => {
      signOut();
      await kill();
      await rm(root, { recursive: true, force: true });
    },
  };
};

/** The person whose mailbox it is, signed in once. */
const createPerson = (port: number) => {
  let client: ImapFlow | undefined;
  const auth = { user: ACCOUNT.username, pass: ACCOUNT.password };
  return {
    signIn: async (): Promise<ImapFlow> => {
      if (client?.usable === true) return client;
      const place = { host: '127.0.0.1', port, secure: false };
      client = new ImapFlow({ ...place, auth, disableAutoIdle: true, logger: false });
      await client.on('error', () => undefined).connect();
      return client;
    },
    signOut: () => client?.close(),
  };
};

const isUp = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => settle(true)).once('error', () => settle(false));
    socket.once('close', () => settle(false)).setTimeout(2000, () => socket.destroy());
    socket.once('data', () => socket.destroy());
  });

/** Started by root, its processes are of other users; else all are of the one who starts it. */
const writeConfig = async (root: string, port: number): Promise<void> => {
  const mails = join(root, 'mails');
  await mkdir(mails);
  await chmod(root, 0o755);
  const isRoot = process.getuid?.() === 0;
  const [uid, gid] = isRoot ? [NOBODY, NOBODY] : [process.getuid?.(), process.getgid?.()];
  if (isRoot) await chown(mails, NOBODY, NOBODY);
  const user = process.env['USER'] ?? 'nobody';
  const own = isRoot ? '' : `default_login_user = ${user}\ndefault_internal_user = ${user}\n`;
  const { username, password } = ACCOUNT;
  await writeFile(join(root, 'users'), `${username}:{PLAIN}${password}:${uid}:${gid}::${mails}\n`);
  const config = `${own}base_dir = ${root}/run
log_path = ${root}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
first_valid_uid = 1
mail_location = maildir:~/box
maildir_stat_dirs = yes
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = passwd-file
  args = ${root}/users
}
userdb {
  driver = passwd-file
  args = ${root}/users
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Trash {
    special_use = \\Trash
  }
}
`;
  await writeFile(join(root, 'dovecot.conf'), config);
};
