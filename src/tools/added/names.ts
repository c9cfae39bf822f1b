/** No longer than a metric label, and valid as a function name at every endpoint. */
export const TOOL_NAME = /^[a-z][a-z0-9_]{0,47}$/;
