import { integerAt, type OpenPdf } from './pdfium.js';

/** The ways between a place of the page and one of its picture, in fractions of that from its upper left corner. */
export type PageAxes = {
  toPicture: (x: number, y: number) => [number, number];
  toPage: (across: number, down: number) => [number, number];
};

const SCALE = 100_000;

/** In units of the page: far apart, as the picture's places are whole numbers. */
const UNIT = 1000;

/** The picture may be turned and cut: both are linear, so that three places tell it. */
export const readAxes = ({ pdfium }: OpenPdf, page: number): PageAxes => {
  const place = (x: number, y: number): [number, number] => {
    pdfium._FPDF_PageToDevice(
      page,
      0,
      0,
      SCALE,
      SCALE,
      0,
      x,
      y,
      pdfium.scratch,
      pdfium.scratch + 4,
    );
    return [integerAt(pdfium, 0) / SCALE, integerAt(pdfium, 1) / SCALE];
  };
  const [zero, right, up] = [place(0, 0), place(UNIT, 0), place(0, UNIT)];
  const [a, b] = [(right[0] - zero[0]) / UNIT, (up[0] - zero[0]) / UNIT];
  const [c, d] = [(right[1] - zero[1]) / UNIT, (up[1] - zero[1]) / UNIT];
  const area = a * d - b * c;
  return {
    toPicture: (x, y) => [zero[0] + a * x + b * y, zero[1] + c * x + d * y],
    toPage: (across, down) => {
      const [x, y] = [across - zero[0], down - zero[1]];
      return area === 0 ? [0, 0] : [(d * x - b * y) / area, (a * y - c * x) / area];
    },
  };
};
