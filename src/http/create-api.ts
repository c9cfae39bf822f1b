import type { Express } from 'express';
import { AppError, notFound } from '../shared/errors.js';
import type { Route } from './route.js';
import { runRoute, type PipelineDeps } from './run-route.js';
import { createShell, type ShellDeps } from './shell.js';

export type HttpApiDeps = PipelineDeps &
  ShellDeps & {
    routes: readonly Route[];
    /** Addresses or subnets whose X-Forwarded-For is believed; empty: none. */
    trustedProxies: readonly string[];
  };

/** The HTTP API as an Express application; it listens nowhere by itself. */
export const createHttpApi = (deps: HttpApiDeps): Express =>
  createShell(deps, (app) => {
    app.set('trust proxy', deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false);
    mount(app, deps.routes, deps);
    app.use((_request, _response, next) => next(notFound()));
  });

const mount = (app: Express, routes: readonly Route[], deps: PipelineDeps): void => {
  const paths = new Set(routes.map(({ path }) => path));
  for (const path of paths) {
    const here = routes.filter((route) => route.path === path);
    const resource = app.route(path);
    for (const route of here) resource[route.method](runRoute(route, deps));
    const allowed = here.map(({ method }) => method.toUpperCase()).join(', ');
    resource.all((_request, response, next) => {
      response.setHeader('Allow', allowed);
      next(new AppError('method_not_allowed', `Allowed here: ${allowed}.`));
    });
  }
};
