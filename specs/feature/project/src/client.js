/** An answer with a status of 400 or above. */
export class HttpError extends Error {
  name = 'HttpError';

  constructor(method, url, status) {
    super(`${method} ${url} was answered with ${status}`);
    this.status = status;
  }
}

/** Requests resolve with the answer's body. They reject with HttpError, or with what the transport rejects with. */
export function createClient({ base, transport }) {
  async function request(method, path, body) {
    const url = base + path;
    const answer = await transport({ method, url, body });
    if (answer.status >= 400) {
      throw new HttpError(method, url, answer.status);
    }
    return answer.body;
  }

  return {
    get: async (path) => request('GET', path),
    post: async (path, body) => request('POST', path, body),
  };
}
