import { AppError } from '../src/shared/errors.js';
import type { Place, Report } from './protocol.js';

export type Send = (report: Report, sent?: () => void) => void;

type Orders = {
  dieAt: Place | null;
  standStill: boolean;
  /** Tenants whose last batch has others behind it. */
  inTheMiddle: Set<string>;
  lose: number;
  fail: { delete: number; memory: number; upsert: number };
  memoryDelayMs: number;
};

/** Keeps the orders that a process was given, for the places where it asks. */
export const createOrders = (send: Send) => {
  const orders: Orders = {
    dieAt: null,
    standStill: false,
    inTheMiddle: new Set(),
    lose: 0,
    fail: { delete: 0, memory: 0, upsert: 0 },
    memoryDelayMs: 0,
  };
  return {
    orders,
    reach: (place: Place): void => {
      if (orders.dieAt === place) process.kill(process.pid, 'SIGKILL');
    },
    failIfOrdered: (call: keyof Orders['fail']): void => {
      if (orders.fail[call] === 0) return;
      orders.fail[call] -= 1;
      send({ type: 'struck', what: `fail ${call}` });
      throw new AppError('vector_store_unavailable', 'Failed on order.');
    },
    standStillIfOrdered: async (tenantId: string): Promise<void> => {
      if (!orders.standStill || !orders.inTheMiddle.has(tenantId)) return;
      orders.standStill = false;
      await new Promise<void>((resolve) => send({ type: 'struck', what: 'stand still' }, resolve));
      process.kill(process.pid, 'SIGSTOP');
    },
    send,
  };
};

export type Control = ReturnType<typeof createOrders>;
