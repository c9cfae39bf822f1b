import { useEffect, useRef, useState } from 'preact/hooks';
import { authorizedFetch, type PageBoxes } from '../api/client.js';
import { readProblem, RequestError } from '../api/problem.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { useProblemText } from '../ui/states.js';

type Box = PageBoxes['boxes'][number];

type Props = {
  document: { id: string; title: string; version: number };
  page: number;
  /** Boxes of all pages; those of this one are drawn. */
  boxes: readonly Box[];
};

/** A page as a picture that the server has drawn, with the cited span marked on it; fetched when it comes into sight. */
export const PagePicture = ({ document: { id, title, version }, page, boxes }: Props) => {
  const { t } = useWords();
  const room = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(room);
  const marks = boxes.filter((box) => box.page === page);
  return (
    <div class="page-picture" ref={room}>
      {isSeen && (
        <Drawn
          path={`/v1/documents/${id}/pages/${page}/image?version=${version}&width=${WIDTH}`}
          alt={t.pageOf(page, title)}
          marks={marks}
        />
      )}
    </div>
  );
};

/** Sharp on fine screens, and no more than is seen on others. */
const WIDTH = window.devicePixelRatio > 1 ? 1600 : 1000;

const Drawn = ({ path, alt, marks }: { path: string; alt: string; marks: readonly Box[] }) => {
  const { t } = useWords();
  const text = useProblemText();
  const picture = useResource(path, (signal) => fetchPicture(path, signal));
  const address = useObjectUrl(picture.value);
  if (picture.problem !== null) {
    const isNone = picture.problem.code === 'not_found';
    return (
      <p class="no-picture">{isNone ? t.noPicture : t.noPictureBecause(text(picture.problem))}</p>
    );
  }
  if (address === null) return <p class="loading">{t.loading}</p>;
  return (
    <>
      <img src={address} alt={alt} />
      {marks.map((box, index) => (
        <Mark key={index} box={box} isFirst={index === 0} />
      ))}
    </>
  );
};

const Mark = ({ box: { left, top, width, height }, isFirst }: { box: Box; isFirst: boolean }) => {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isFirst) mark.current?.scrollIntoView({ block: 'center' });
  }, [isFirst]);
  const style = {
    insetInlineStart: toPercent(left),
    insetBlockStart: toPercent(top),
    inlineSize: toPercent(width),
    blockSize: toPercent(height),
  };
  return <span class="box" ref={mark} style={style} />;
};

const toPercent = (share: number): string => `${(share * 100).toFixed(3)}%`;

const fetchPicture = async (path: string, signal: AbortSignal): Promise<Blob> => {
  const response = await authorizedFetch(
    new Request(path, { signal, headers: { Accept: 'image/png' } }),
  );
  if (!response.ok) throw new RequestError(await readProblem(response));
  return response.blob();
};

/** An address for what is in memory, given back when it is shown no more. */
const useObjectUrl = (blob: Blob | null): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [blob]);
  return address;
};

/** True once an element has come near to what one sees. */
const useSeen = (element: { current: HTMLElement | null }): boolean => {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '400px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen;
};
