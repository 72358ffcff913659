/** Sends requests to a server process as an admin, for tests that kill the process. */

/** Sends JSON to the API as the admin; throws if the request fails. */
export type AdminPost = <T>(path: string, body?: object) => Promise<T>;

/** Signs in as the admin that the server created from these settings. */
export async function signInAdmin(
  siteUrl: string,
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: { ADMIN_EMAIL: string; ADMIN_PASSWORD: string },
): Promise<AdminPost> {
  const send =
    (token?: string): AdminPost =>
    async (path, body = {}) => {
      const response = await fetch(`${siteUrl}/api${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      if (!response.ok)
        throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as never;
    };
  const { token } = await send()<{ token: string }>('/auth/login', { email, password });
  return send(token);
}
