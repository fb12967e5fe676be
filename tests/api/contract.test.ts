import { expect, test } from 'vitest';
import { openApiDocument } from '#src/api/openapi.ts';
import { typeOf } from './contract-operations.ts';

/** The calls that clients of the REST API rely on; the names of parameters don't matter. */
const promised = [
  'POST agent-lead/',
  'GET agent-lead/',
  'GET agent-lead/{id}',
  'PATCH agent-lead/{id}',
  'POST agent-lead/{leadId}/attachment',
  'PATCH agent-lead/attachment/{attachmentId}',
  'DELETE agent-lead/attachment/{attachmentId}',
  'POST agent-lead/bid/mark_as_seen',
  'GET agent-lead/bid/',
  'POST agent-lead/{leadId}/follow_up',
  'POST agent-lead/{leadId}/quote',
  'POST agent-lead/contract/{contractId}/send',
  'POST agent-lead/{leadId}/contracted/send',
  'POST agent-lead/{leadId}/load-board/post',
  'POST agent-lead/{leadId}/carrier/award',
  'POST agent-lead/{leadId}/carrier/special_award',
  'POST agent-lead/{leadId}/contract/close',
  'POST agent-lead/{leadId}/invoice/send',
  'GET agent-lead/{leadId}/nearest-carriers',
  'GET agent-lead/{leadId}/attachments/download',
  'GET agent-lead/{leadId}/history',
  'POST agent-lead/{leadId}/share',
  'GET agent-lead/shared/{token}/',
  'POST agent-lead/{leadId}/estimates',
  'GET agent-lead/estimates/{estimateId}',
  'PUT agent-lead/estimates/{estimateId}',
  'POST agent-lead/estimates/{estimateId}/share',
  'GET agent-lead/estimates/shared',
  'GET agent-lead/search/global',
  'GET agent-lead/contract/sign',
  'POST agent-lead/contract/sign',
  'POST agent-lead/contract/send/email',
  'GET agent/carriers',
  'GET agent/carriers/filter-list',
  'GET agent/carriers/{id}/details',
  'PUT agent/carriers/{carrierId}/pricing-sheet',
  'PATCH agent/carriers/{id}',
  'GET agent/carriers/{id}/jobs',
  'POST agent/carriers/{id}/notes',
  'DELETE agent/carriers/{id}/notes/{noteId}',
  'GET agent/dropdown-list',
  'GET agent/workflow',
  'GET agent/workflow/paths',
  'GET agent/workflow/refusals',
  'GET agent/workflow/place',
  'GET agent/workflow/people',
  'GET agent/team',
  'POST agent/team',
  'PUT agent/team/{id}/rights',
  'POST agent/invitation',
  'GET carrier/agent-lead/',
  'GET carrier/agent-lead/{leadId}/attachments/download',
  'GET carrier/agent-lead/{leadId}/details',
  'POST carrier/agent-lead/{leadId}/bid/place',
  'PUT carrier/',
  'PUT carrier/pricing-sheet',
  'POST carrier/insurance/upload',
  'GET carrier/agreement',
  'POST carrier/agreement/sign',
  'GET carrier/specific-job-agreement/{leadId}',
  'POST carrier/specific-job-agreement/{leadId}/sign',
  'GET carrier/agent-lead/{leadId}/carrier-rate-schedule/data',
  'POST user/token',
  'POST agent/token',
  'POST carrier/token',
  'POST user/token/refresh',
  'POST agent/token/refresh',
  'POST carrier/token/refresh',
  'GET agent/',
  'GET carrier/',
  'PATCH agent/',
  'POST user/',
  'POST carrier/register',
  'GET user/',
  'PATCH user/settings/',
  'POST user/change_password',
  'POST user/password/reset/confirm/',
  'POST agent/password/reset/confirm/',
  'POST carrier/password/reset/confirm/',
  'POST user/email/confirm/',
  'POST carrier/email/confirm/send',
  'PATCH user/',
  'POST carrier/email/confirm/',
  'PUT carrier/',
  'POST user/avatar',
  'POST user/email/change/confirm',
  'POST agent/email/change/confirm',
  'POST carrier/email/change/confirm',
  'POST user/email/change',
  'POST user/settings/top-cities',
  'GET user/assistants',
  'POST user/invite',
  'DELETE user/delete',
  'GET user/invite-decode',
  'POST user/signup-assistant',
  'GET user/settings/available-states',
  'GET user/subscription/subscription',
  'POST user/subscription/',
  'PUT user/subscription/',
  'POST user/subscription/payment/method',
  'DELETE user/subscription/{subscriptionId}/cancel',
  'GET user/payment/history',
  'GET user/payment/methods',
  'POST user/payment/card/attach',
  'POST user/payment/card/{cardId}/detach',
  'GET user/subscription/coupon',
  'POST user/subscription/coupon/apply',
  'DELETE user/subscription/coupon/remove',
  'GET ai-chat/client/{uuid}',
  'POST ai-chat/client/{uuid}',
  'PATCH ai-chat/{uuid}/summary',
  'GET shop-lead/',
  'GET shop-lead/leads-map',
  'GET shop-lead/states-cities',
  'GET shop-lead/details',
  'POST shop-lead/purchase',
  'POST email_subscribe/subscribe',
  'POST email_subscribe/unsubscribe',
];

const shape = (call: string) => call.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '');
const document = (await openApiDocument()) as { paths: Record<string, Record<string, unknown>> };
const served = new Set(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => shape(`${method.toUpperCase()} ${path.replace('/api/frontend/', '')}`)),
  ),
);

test.each(promised)('%s is served', (call) => {
  expect(served).toContain(shape(call));
});

test('every text, list and number of a request is bounded', () => {
  const unbounded: string[] = [];
  const visit = (schema: Record<string, unknown>, where: string): void => {
    const type = typeOf(schema);
    if (type === 'string' && schema.maxLength === undefined && !schema.enum && schema.const === undefined)
      unbounded.push(where);
    if (type === 'array' && schema.maxItems === undefined) unbounded.push(where);
    if ((type === 'integer' || type === 'number') && schema.maximum === undefined) unbounded.push(where);
    if (type === 'object' && schema.additionalProperties !== false) unbounded.push(`${where} takes unknown fields`);
    for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>))
      visit(inner, `${where}/${name}`);
    if (schema.items) visit(schema.items as Record<string, unknown>, `${where}[]`);
    for (const one of (schema.anyOf ?? []) as Record<string, unknown>[]) visit(one, where);
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods) as [
      string,
      {
        parameters?: { name: string; schema: Record<string, unknown> }[];
        requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
      },
    ][]) {
      for (const parameter of operation.parameters ?? [])
        visit(parameter.schema, `${method} ${path}?${parameter.name}`);
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) visit(schema, `${method} ${path}`);
    }
  }
  expect(unbounded).toEqual([]);
});
