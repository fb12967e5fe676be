import { Type } from 'typebox';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Api } from '#src/api/http/http.ts';
import { readFields } from '#src/api/http/multipart.ts';
import { Strict, Token, problems } from '#src/api/http/schemas.ts';
import { Nothing } from '#src/api/account/account.schemas.ts';
import { acceptForms } from '#src/api/session/form-body.ts';

const OneClick = Strict({ 'List-Unsubscribe': Type.Literal('One-Click') });
const TokenPath = Strict({ token: Token });

interface Leaving {
  /** The URL of the page where a person ends the mails. @throws Problem 404 if this token was never issued */
  page: (token: string) => Promise<string>;
  /** Ends them. @throws Problem 404 if this token was never issued */
  leave: (token: string) => Promise<void>;
}

/** The `List-Unsubscribe` of mails: a mail program's POST ends them (RFC 8058); the GET only redirects to a page. */
export function oneClickRoutes(app: Api, path: `/${string}/:token`, { page, leave }: Leaving): void {
  app.get(
    path,
    {
      schema: {
        summary: 'Changes nothing: for mail programs that open the address, on to the page with the button',
        params: TokenPath,
        response: problems,
      },
    },
    async (request, reply) => reply.header('cache-control', 'no-store').redirect(await page(request.params.token), 303),
  );

  // Mail programs send this as a form of either kind (RFC 8058, section 3.2), without cookies, and ignore the body of
  // the response.
  void app.register(async (scope) => {
    acceptForms(scope);
    const forms = scope.withTypeProvider<TypeBoxTypeProvider>();
    forms.post(
      path,
      {
        schema: {
          summary: 'One click in a mail program (RFC 8058) ends the mails',
          consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
          params: TokenPath,
          body: OneClick,
          response: { 200: Nothing, ...problems },
        },
        preValidation: async (request) => {
          if (request.isMultipart()) (request as { body: unknown }).body = await readFields(request, OneClick);
        },
      },
      async (request) => {
        await leave((request.params as { token: string }).token);
        return {};
      },
    );
  });
}
