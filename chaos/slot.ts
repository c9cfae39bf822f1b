import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Report, type Command, type MemberArgument } from './protocol.js';

/** A place for a process of the system; whatever ends there is started again, as a supervisor would. */
export type Slot = {
  readonly name: string;
  pid(): number;
  isRunning(): boolean;
  /** Resolves when a process runs here that has begun its work. */
  begun(): Promise<void>;
  order(command: Command): void;
  /** Resolves when a process here tells that it carried this out; false when the time is up. */
  struck(what: string, limitMs: number): Promise<boolean>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the signal or code that ended the process; null when the time is up. */
  ended(limitMs: number): Promise<NodeJS.Signals | number | null>;
  /** Ends the process and leaves the place empty. */
  vacate(signal: NodeJS.Signals): Promise<void>;
  /** Fills the place; a process that is started with orders has them before it begins. */
  fill(commands?: readonly Command[]): void;
};

type Options = {
  name: string;
  /** The program, compiled. */
  member: string;
  argument: Omit<MemberArgument, 'commands'>;
  variables: Record<string, string>;
  logFile: string;
};

/** For a machine that has other work. */
const BEGIN_MS = 120_000;
const RESTART_MS = 300;
const FAILED_START_MS = 1000;
const POLL_MS = 20;

type Inhabitant = {
  child: ChildProcess;
  isBegun: boolean;
  ending: NodeJS.Signals | number | null;
  struck: Set<string>;
};

const start = (options: Options, commands: readonly Command[]): Inhabitant => {
  const { member, argument, variables, logFile } = options;
  const child = fork(member, [JSON.stringify({ ...argument, commands })], {
    execArgv: [],
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const inhabitant: Inhabitant = { child, isBegun: false, ending: null, struck: new Set() };
  child.on('error', () => undefined);
  child.on('message', (message) => {
    const report = Report.parse(message);
    if (report.type === 'begun') inhabitant.isBegun = true;
    else inhabitant.struck.add(report.what);
  });
  child.on('exit', (code, signal) => {
    inhabitant.ending = signal ?? code ?? 0;
    log.end();
  });
  return inhabitant;
};

const until = async (isTrue: () => boolean, limitMs: number): Promise<boolean> => {
  const endMs = performance.now() + limitMs;
  while (!isTrue()) {
    if (performance.now() > endMs) return false;
    await delay(POLL_MS);
  }
  return true;
};

export const createSlot = (options: Options): Slot => {
  let inhabitant: Inhabitant | null = null;
  let isToBeFilled = false;

  const fill: Slot['fill'] = (commands = []) => {
    isToBeFilled = true;
    if (inhabitant?.ending === null) return;
    const started = start(options, commands);
    inhabitant = started;
    started.child.once('exit', () => {
      const pauseMs = started.isBegun ? RESTART_MS : FAILED_START_MS;
      void delay(pauseMs).then(() => {
        if (isToBeFilled && inhabitant === started) fill();
      });
    });
  };
  const isRunning = () => inhabitant?.isBegun === true && inhabitant.ending === null;
  return {
    name: options.name,
    pid: () => inhabitant?.child.pid ?? 0,
    isRunning,
    begun: async () => {
      if (await until(isRunning, BEGIN_MS)) return;
      throw new Error(`${options.name} did not begin in time.`);
    },
    order: (command) => {
      inhabitant?.struck.clear();
      if (inhabitant?.child.connected) inhabitant.child.send(command, () => undefined);
    },
    struck: (what, limitMs) => until(() => inhabitant?.struck.has(what) === true, limitMs),
    signal: (signal) => {
      inhabitant?.child.kill(signal);
    },
    ended: async (limitMs) => {
      const watched = inhabitant;
      await until(() => watched?.ending !== null, limitMs);
      return watched?.ending ?? null;
    },
    vacate: async (signal) => {
      isToBeFilled = false;
      const leaving = inhabitant?.child;
      if (leaving === undefined || inhabitant?.ending !== null) return;
      const gone = once(leaving, 'exit');
      leaving.kill(signal);
      // What stands still hears nothing but a SIGKILL.
      if (signal !== 'SIGKILL') leaving.kill('SIGCONT');
      await gone;
    },
    fill,
  };
};
