import { READ_SESSION, SIGN_IN, SIGN_OUT } from '#src/app/session-documents.ts';

export type GraphqlAnswer = {
  status: number;
  data: Record<string, unknown> | null | undefined;
  errors: { message: string; extensions: { code: string; status: number } }[] | undefined;
};

/** A browser from the gateway's point of view: it keeps cookies, and sends JSON. */
export function createBrowser(url: string) {
  const cookies = new Map<string, string>();

  function keep(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
      const expires = /Expires=([^;]+)/.exec(attributes)?.[1];
      if (expires && Date.parse(expires) < Date.now()) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  const header = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: header(), ...(init.headers as Record<string, string>) };
    const response = await fetch(url + path, { ...init, headers });
    keep(response);
    return response;
  }

  async function post(body: unknown, headers: Record<string, string> = {}): Promise<GraphqlAnswer> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    const response = await request('/graphql', init);
    const { data, errors } = (await response.json()) as GraphqlAnswer;
    return { status: response.status, data, errors };
  }

  return {
    cookies,
    header,
    request,
    post,
    signIn: async (platform: string, email: string, password: string) =>
      await post({ query: SIGN_IN, variables: { platform, email, password } }),
    session: async () => await post({ query: READ_SESSION }),
    signOut: async () => await post({ query: SIGN_OUT }),
  };
}
