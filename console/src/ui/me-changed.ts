import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

const MeChanged = createContext<() => void>(() => undefined);
export const MeChangedProvider = MeChanged.Provider;

/** Loads the signed-in user again after a change to the account. */
export const useMeChanged = (): (() => void) => useContext(MeChanged);
