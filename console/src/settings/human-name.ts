/** A tool's name as one would say it, for it has no other: `web_search` is “Web search”. */
export const toHumanName = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
