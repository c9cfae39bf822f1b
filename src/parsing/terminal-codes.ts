/* eslint-disable no-control-regex -- they begin with a control character */
/** Colours, cursor moves and window titles that programs send to a terminal: ECMA-48, 5.4 (CSI) and 5.6 (OSC). */
const TERMINAL_CODES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/gu;

/* eslint-enable no-control-regex */

/** The text that a terminal shows. */
export const withoutTerminalCodes = (text: string): string =>
  text.includes('\u001b') ? text.replace(TERMINAL_CODES, '') : text;
