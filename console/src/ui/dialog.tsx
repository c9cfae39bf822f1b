import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { toProblem, type Problem } from '../api/problem.js';

type Props = {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** A class for one of another width or place. */
  look?: string;
};

/** Asks for something before the page goes on; Escape closes it, and the focus goes back to where it was. */
export const Dialog = ({ title, onClose, children, look = '' }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      const main = document.getElementById('main');
      // An element that was removed cannot receive the focus.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else main?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog ref={dialog} class={look} onClose={onClose} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
};

/** Tries what a dialog is for: closes it when that has worked, and otherwise knows why it has not. */
export const useAttempt = ({ onClose, onDone }: { onClose: () => void; onDone: () => void }) => {
  const [problem, setProblem] = useState<Problem | null>(null);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      setProblem(null);
      onClose();
      onDone();
    } catch (error) {
      setProblem(toProblem(error));
    }
  };
  return { problem, attempt };
};
