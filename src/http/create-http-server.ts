import { createServer, type RequestListener, type Server } from 'node:http';

/** The server around the application: slow or oversized requests end here, before any route is asked. */
export const createHttpServer = (app: RequestListener): Server => {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // A large upload over a slow line; bodies of other routes have shorter limits of their own.
      requestTimeout: 600_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: 16 * 1024,
    },
    app,
  );
  server.maxRequestsPerSocket = 10_000;
  return server;
};
