/** An admin of a server process, for tests that kill it. */

/** Sends JSON to the API as the admin; throws for any response but success. */
export type AdminPost = <T>(path: string, body?: object) => Promise<T>;

/** Signs in. @param admin the settings with which the server created the account */
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
