import { useEffect, useRef } from 'preact/hooks';

type Props = {
  text: string;
  start: number;
  end: number;
  /** The place is already shown above. */
  isQuiet?: boolean;
};

/** Text with a marked span, which is brought into sight. */
export const MarkedText = ({ text, start, end, isQuiet = false }: Props) => {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isQuiet) mark.current?.scrollIntoView({ block: 'center' });
  }, [text, start, isQuiet]);
  const [from, to] = [Math.max(0, start), Math.min(text.length, Math.max(0, end))];
  if (from >= to) return <p class="text">{text}</p>;
  return (
    <p class="text">
      {text.slice(0, from)}
      <mark ref={mark}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </p>
  );
};
