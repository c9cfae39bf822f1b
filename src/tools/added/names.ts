/** No longer than a label of our metrics, and what every endpoint takes for the name of a function. */
export const TOOL_NAME = /^[a-z][a-z0-9_]{0,47}$/;
