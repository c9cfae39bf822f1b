import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

const MeChanged = createContext<() => void>(() => undefined);
export const MeChangedProvider = MeChanged.Provider;

/** Asks anew who is signed in, after they have changed something of themselves. */
export const useMeChanged = (): (() => void) => useContext(MeChanged);
