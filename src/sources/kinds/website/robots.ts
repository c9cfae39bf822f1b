/** The rules of a robots.txt. */
export type Robots = { mayAsk(url: URL): boolean };

type Rule = { isAllowed: boolean; path: string };

const AGENT = 'knowledge-router';
const MAX_RULES = 5000;
const MAX_PATTERN = 2000;

/** Parses a robots.txt: the group for this program, or the one for all. The longest matching rule wins; on a tie, access is allowed. */
export const readRobots = (text: string): Robots => {
  const groups = new Map<string, Rule[]>();
  let agents: string[] = [];
  let isNaming = false;
  let count = 0;
  for (const line of text.split(/\r\n|\r|\n/u)) {
    const { name = '', value = '' } = LINE.exec(line.replace(/#.*$/u, ''))?.groups ?? {};
    const field = name.toLowerCase();
    if (field === 'user-agent') {
      if (!isNaming) agents = [];
      agents.push(value.toLowerCase());
      isNaming = true;
      for (const agent of agents) if (!groups.has(agent)) groups.set(agent, []);
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false;
      count += 1;
      if (value === '' || value.length > MAX_PATTERN || count > MAX_RULES) continue;
      for (const agent of agents) {
        groups.get(agent)?.push({ isAllowed: field === 'allow', path: value });
      }
    }
  }
  const rules = groups.get(AGENT) ?? groups.get('*') ?? [];
  const inOrder = rules.toSorted(
    (one, other) =>
      other.path.length - one.path.length || Number(other.isAllowed) - Number(one.isAllowed),
  );
  return {
    mayAsk: ({ pathname, search }) =>
      inOrder.find(({ path }) => fits(path, `${pathname}${search}`))?.isAllowed ?? true,
  };
};

const LINE = /^\s*(?<name>[A-Za-z-]+)\s*:\s*(?<value>\S*)\s*$/u;

/** `*` matches anything and `$` the end. The literal parts are searched in order, so the cost is linear even with many stars. */
const fits = (pattern: string, path: string): boolean => {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? parts.pop() : undefined;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  if (last === undefined) return at === path.length;
  return path.length - last.length >= at && path.endsWith(last);
};
