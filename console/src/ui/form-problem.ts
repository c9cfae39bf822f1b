import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../api/problem.js';

/**
 * The refusal of a form: what stands at a field, which is focused, is not said once more below; `general` is what no field of the form
 * shows.
 */
export const useFormProblem = () => {
  const [problem, setProblem] = useState<Problem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);
  const errors = problem?.errors ?? [];
  const isAtFields = errors.length > 0 && errors.every(({ path }) => isShown(form.current, path));
  return { form, setProblem, problem, errors, general: isAtFields ? null : problem };
};

/** Fields that show what is wrong with them say whether something is. */
const isShown = (form: HTMLFormElement | null, name: string): boolean =>
  form?.querySelector(`[name="${CSS.escape(name)}"][aria-invalid]`) != null;
