import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { EndpointError } from '../../endpoint.js';

/** Turns an error of the SDK into ours; returns others unchanged. */
export const toEndpointError = (error: unknown): unknown => {
  if (!(error instanceof APIError)) return error;
  const { message } = error;
  if (error instanceof APIUserAbortError)
    return new EndpointError(message, { kind: 'aborted' }, error);
  if (error instanceof APIConnectionError) {
    return new EndpointError(message, { kind: 'unreachable' }, error);
  }
  const code = error.code ?? undefined;
  const headers: unknown = error.headers;
  if (typeof error.status !== 'number')
    return new EndpointError(message, { kind: 'broken', code }, error);
  return new EndpointError(
    message,
    {
      kind: 'refused',
      status: error.status,
      headers: headers instanceof Headers ? headers : undefined,
      code,
    },
    error,
  );
};
