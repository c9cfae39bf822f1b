import type { Document, Me } from '../api/client.js';

type Rights = {
  /** Its text and file, and who may read it. */
  mayRead: boolean;
  mayChange: boolean;
  mayReplace: boolean;
};

/** The rights that the server would say somebody has to a document, so that nothing is offered that it refuses. */
export const rightsTo = (
  me: Me,
  { ownerId, visibility, status }: Pick<Document, 'ownerId' | 'visibility' | 'status'>,
): Rights => {
  const isOwn = ownerId === me.user?.id;
  const mayRead = isOwn || isShownTo(me, visibility);
  const mayChange =
    me.permissions.includes('documents:write') &&
    status !== 'deleting' &&
    (isOwn || me.role === 'admin');
  return { mayRead, mayChange, mayReplace: mayChange && mayRead && me.mayUpload };
};

/** True for a visibility by which somebody reads what is not their own. */
export const isShownTo = (me: Me, visibility: string): boolean =>
  visibility === 'tenant' ||
  // Members are not shown what they may not read; an admin is shown that it exists.
  (visibility === 'source' && me.role !== 'admin') ||
  me.user?.groups.some((name) => visibility === `group:${name}`) === true;
