type Active = { lastActivityAt: string };

export type SessionGroup<Session> = {
  name: 'today' | 'lastDays' | 'older';
  sessions: readonly Session[];
};

const WEEK_DAYS = 7;

/** Conversations, newest first, by when they went on last: today, in the seven days before, or earlier. The days are the reader's own. */
export const groupByDay = <Session extends Active>(
  sessions: readonly Session[],
  now: Date,
): readonly SessionGroup<Session>[] => {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const week = new Date(now.getFullYear(), now.getMonth(), now.getDate() - WEEK_DAYS);
  const nameOf = ({ lastActivityAt }: Active): SessionGroup<Session>['name'] => {
    const at = new Date(lastActivityAt);
    if (at >= today) return 'today';
    return at >= week ? 'lastDays' : 'older';
  };
  return (['today', 'lastDays', 'older'] as const)
    .map((name) => ({ name, sessions: sessions.filter((session) => nameOf(session) === name) }))
    .filter((group) => group.sessions.length > 0);
};
