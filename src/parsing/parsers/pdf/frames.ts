/**
 * The direction in which a text runs, as an angle; a quarter turn for upright text that runs down the page. Its own axes start at the
 * page's corner.
 */
export type Frame = {
  cos: number;
  sin: number;
  /** The shift to add to rotated coordinates so that they never fall below zero. */
  left: number;
  bottom: number;
  width: number;
  height: number;
};

export type Box = { left: number; bottom: number; right: number; top: number };

export const frameOf = (angle: number, page: Box): Frame => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = turnBox(page, { cos, sin, left: 0, bottom: 0 });
  return {
    cos,
    sin,
    left: -turned.left,
    bottom: -turned.bottom,
    width: turned.right - turned.left,
    height: turned.top - turned.bottom,
  };
};

type Turn = Pick<Frame, 'cos' | 'sin' | 'left' | 'bottom'>;

/** A place on the page in the view of a person who reads along the text. */
export const turn = (x: number, y: number, { cos, sin, left, bottom }: Turn): [number, number] => [
  x * cos + y * sin + left,
  y * cos - x * sin + bottom,
];

export const turnBox = ({ left, bottom, right, top }: Box, frame: Turn): Box => {
  const corners = [
    turn(left, bottom, frame),
    turn(right, bottom, frame),
    turn(left, top, frame),
    turn(right, top, frame),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  };
};
