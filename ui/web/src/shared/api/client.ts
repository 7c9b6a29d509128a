import createClient, { type Middleware } from 'openapi-fetch';
import { ApiError, errorOf, unreachable } from '@/shared/api/problem';
import type { components, paths } from '@/shared/api/schema';

/** Types of the API's JSON by their names in its description. */
export type Wire = components['schemas'];

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The session is a cookie that no script can read; this one proves that a page of ours asks. */
const csrf: Middleware = {
  onRequest({ request }) {
    const token = cookie('XSRF-TOKEN');
    if (!SAFE.has(request.method) && token !== undefined) {
      request.headers.set('X-XSRF-TOKEN', token);
    }
    return request;
  },
};

let tenant: string | undefined;

/** Whose pages these are. The server refuses what a page asks for another tenant than it shows. */
export function expectTenant(id: string | undefined): void {
  tenant = id;
}

const expecting: Middleware = {
  onRequest({ request }) {
    if (tenant !== undefined && !new URL(request.url).pathname.startsWith('/v1/session')) {
      request.headers.set('X-Truebell-Tenant', tenant);
    }
    return request;
  },
};

export const api = createClient<paths>({
  baseUrl: typeof location === 'undefined' ? '' : location.origin,
  credentials: 'same-origin',
  headers: { Accept: 'application/json' },
  fetch: (request) => fetch(request),
});
api.use(csrf, expecting);

type Listener = () => void;
const signedOut = new Set<Listener>();

/** Calls {@code listener} whenever an answer says that nobody is signed in (any more). */
export function onSignedOut(listener: Listener): () => void {
  signedOut.add(listener);
  return () => signedOut.delete(listener);
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of an answer, or an {@link ApiError}. */
export async function body<T>(asked: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await asked;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      throw error;
    }
    throw error instanceof ApiError ? error : unreachable();
  }
  if (!answer.response.ok) {
    if (answer.response.status === 401) {
      signedOut.forEach((listener) => listener());
    }
    const error = errorOf(answer.response, answer.error);
    if (error.code === 'other_tenant') {
      location.reload();
    }
    throw error;
  }
  return answer.data as T;
}

function cookie(name: string): string | undefined {
  return document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
