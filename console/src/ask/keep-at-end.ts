import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/**
 * Keeps the end of a page in view while it grows, for as long as its reader is there. `key` names what is read: another one begins at its
 * end, too; null is a page that is read from its start.
 */
export const useKeepAtEnd = (key: string | null) => {
  const content = useRef<HTMLDivElement>(null);
  const isKept = useRef(true);
  const isRead = useRef(false);
  isRead.current = key !== null;
  const [isAway, setAway] = useState(false);
  const keep = useCallback(() => {
    isKept.current = true;
    setAway(false);
    if (isRead.current) toEnd();
  }, []);
  useEffect(keep, [key]);
  useEffect(() => {
    const look = () => {
      if (!isRead.current) return;
      isKept.current = distance() < NEAR_PX;
      setAway(!isKept.current);
    };
    const onGrowth = () => {
      if (!isRead.current) return;
      if (isKept.current) toEnd();
      else look();
    };
    const growth = new ResizeObserver(onGrowth);
    if (content.current !== null) growth.observe(content.current);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      growth.disconnect();
      window.removeEventListener('scroll', look);
    };
  }, []);
  return { content, isAway, toNewest: keep };
};

/** A reader this close to the end counts as being at the end. */
const NEAR_PX = 80;

const distance = (): number => {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  return scrollHeight - clientHeight - scrollTop;
};

const toEnd = (): void => window.scrollTo({ top: document.documentElement.scrollHeight });
