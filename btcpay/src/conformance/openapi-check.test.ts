import { describe, expect, it } from 'vitest'
import { createOpenapiCheck, type OpenapiDocument } from './openapi-check.ts'

const document: OpenapiDocument = {
  paths: {
    '/api/v1/users/{idOrEmail}': { get: { responses: { '200': json({ $ref: '#/components/schemas/Person' }) } } },
    '/api/v1/users/me': { get: { responses: { '200': json({ type: 'string' }) }, ...{} } },
    '/api/v1/invoices/{invoiceId}': { get: { responses: { '200': json({ $ref: '#/components/schemas/Person' }) } } },
    '/api/v1/stores/{storeId}': { delete: { responses: { '200': {} } } },
  },
  components: {
    schemas: {
      Named: { type: 'object', properties: { name: { type: 'string', nullable: true } } },
      Person: {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          {
            type: 'object',
            additionalProperties: false,
            properties: { age: { type: 'number' }, friend: { $ref: '#/components/schemas/Person' } },
          },
        ],
      },
      ProblemDetails: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } },
      ValidationProblemDetails: {
        type: 'array',
        items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
      },
      // A schema whose published text is wrong: the code sends a number.
      OnChainWalletTransactionData: { type: 'object', properties: { blockHeight: { type: 'string' } } },
    },
  },
}

describe('createOpenapiCheck', () => {
  it.each<[string, string, number, string, string[]]>([
    ['a fitting answer', '/api/v1/users/u1', 200, '{"name":null,"age":1,"friend":{"name":"x"}}', []],
    ['the nearer path', '/api/v1/users/me', 200, '"me"', []],
    ['a nested route', '/api/v1/stores/s/invoices/i', 200, '{"age":1}', []],
    ['a wrong type', '/api/v1/users/u1', 200, '{"age":"1"}', ['/age must be number']],
    [
      'a field too many',
      '/api/v1/users/u1',
      200,
      '{"height":1}',
      ['the whole must NOT have additional properties (height)'],
    ],
    ['no JSON', '/api/v1/users/u1', 200, '<html>', ['the body is not JSON']],
    ['an unknown call', '/api/v1/nothing', 200, '{}', ['the text has no such call']],
    ['a call that is gone', '/api/v1/nothing', 410, '{"code":"unsupported-in-v2","message":"x"}', []],
    ['an unknown success', '/api/v1/users/u1', 202, '{}', ['the text has no answer 202']],
    ['an error', '/api/v1/users/u1', 404, '{"code":"user-not-found","message":"x"}', []],
    ['a bare 403', '/api/v1/users/u1', 403, '', []],
    ['a bare 400', '/api/v1/users/u1', 400, '', ['an error without a body']],
    [
      'an error without a code',
      '/api/v1/users/u1',
      400,
      '{"message":"x"}',
      ["the whole must have required property 'code'"],
    ],
    ['a 422', '/api/v1/users/u1', 422, '[{"path":"Email","message":"x"}]', []],
    ['a 422 that is no list', '/api/v1/users/u1', 422, '{"code":"x"}', ['the whole must be array']],
  ])('checks %s', (_name, path, status, text, faults) => {
    const check = createOpenapiCheck(document, '/below')
    check.observe({ method: 'GET', url: `http://host/below${path}?x=1`, status, text })
    expect(check.violations()).toEqual(faults.map((fault) => `GET /below${path} → ${status}: ${fault}`))
  })
})

function json(schema: Record<string, unknown>) {
  return { content: { 'application/json': { schema } } }
}
