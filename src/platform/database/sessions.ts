/** The role with the rights that the application needs on its tables, and no others; its login is a member. */
export const APPLICATION_ROLE = 'knowledge_router_app';
/** The role with the rights that BullMQ needs on its tables; the same login is a member, and each connection takes one of these two. */
export const QUEUE_ROLE = 'knowledge_router_queue';
/** The role with the operator's rights on tenants; the same login is a member, and takes it for one transaction at a time. */
export const OPERATOR_ROLE = 'knowledge_router_operator';
export const QUEUE_SCHEMA = 'bullmq';

/** Names without a schema mean ours, whatever the server, the database or the role would have them mean. */
export const FIXED_SEARCH_PATH = '-c search_path=public,pg_temp';

/** For each connection that works for the application: it reaches no table of the queue. */
export const APPLICATION_SESSION = `-c role=${APPLICATION_ROLE} ${FIXED_SEARCH_PATH}`;

/** For each connection of the queue, which reaches nothing but its tables; BullMQ sets the search path. */
export const QUEUE_SESSION = `-c role=${QUEUE_ROLE}`;
