import { useCallback, useEffect, useState } from 'preact/hooks';
import { toProblem, type Problem } from './problem.js';
import { onSignInChange, signInState } from './sign-in.js';

export type Resource<Value> = {
  value: Value | null;
  problem: Problem | null;
  isLoading: boolean;
  reload: () => void;
};

type Loaded<Value> = { key: string; value: Value | null; problem: Problem | null };

type Options = {
  /** Keeps showing the previous key's value until the new one has loaded. */
  keepsOld?: boolean;
  /** Shows what was loaded when the screen was last visited, until it is loaded again. */
  remembers?: boolean;
};

/**
 * Loads the value of a key: it stays shown while it is loaded again, and the request is given up when its reader leaves. When the key
 * changes the value is dropped, unless it is kept or remembered.
 */
export const useResource = <Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  { keepsOld = false, remembers = false }: Options = {},
): Resource<Value> => {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ key: '', value: null, problem: null });
  const [isLoading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setLoading(true);
    load(controller.signal)
      .then(
        (value) => ({ key, value, problem: null }),
        (error: unknown) => ({ key, problem: toProblem(error) }),
      )
      .then(
        (next) => {
          if (controller.signal.aborted) return;
          if (remembers && 'value' in next) remember(key, next.value);
          setLoaded((before) => ({ value: before.key === key ? before.value : null, ...next }));
          setLoading(false);
        },
        () => undefined,
      );
    return () => {
      controller.abort();
    };
    // `load` is a new function each time; the key says what it loads.
  }, [key, turn]);
  const reload = useCallback(() => {
    setTurn((count) => count + 1);
  }, []);
  const isHere = loaded.key === key;
  // All values under one key have the same type.
  const before = remembers ? ((remembered.get(key) ?? null) as Value | null) : null;
  return {
    value: isHere ? loaded.value : (before ?? (keepsOld ? loaded.value : null)),
    problem: isHere ? loaded.problem : null,
    isLoading,
    reload,
  };
};

const MOST_REMEMBERED = 100;

// Kept in memory only, and dropped when the sign-in ends.
const remembered = new Map<string, unknown>();
onSignInChange(() => {
  if (signInState() !== 'in') remembered.clear();
});

const remember = (key: string, value: unknown): void => {
  remembered.delete(key);
  remembered.set(key, value);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
};

/** Loads anew when one comes back to the page: what it shows may be gone meanwhile, or closed. */
export const useReloadOnReturn = (reload: () => void): void => {
  useEffect(() => {
    const look = () => {
      if (!document.hidden) reload();
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload]);
};
