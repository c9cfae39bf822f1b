export type Access = { token: string; expiresAtMs: number };

/** The token is kept in memory only, in each tab. */
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('kr-access') : null;

/** Lets other tabs of this browser, which have the same cookie, use a new access token. */
export const tellTabs = (access: Access): void => channel?.postMessage(access);

export const listenToTabs = (listener: (access: Access) => void): void => {
  // Only pages of this origin can post, and they post nothing else.
  if (channel !== null) channel.onmessage = ({ data }: MessageEvent<Access>) => listener(data);
};
