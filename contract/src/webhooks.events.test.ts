import { expect, test } from 'vitest'
import type { z } from 'zod'
import { eventSchemaName, toOpenApi } from './openapi.ts'
import { eventData, webhookEvents } from './webhooks.events.ts'

const document = toOpenApi([], { title: 'test', version: '1', url: 'http://localhost' }, webhookEvents)

test('the OpenAPI document describes every event with its meaning, its object and an example', () => {
  const { schemas } = document.components
  for (const { type, about, meaning } of webhookEvents) {
    expect(document.webhooks?.[type]?.post).toMatchObject({
      summary: meaning,
      requestBody: {
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${eventSchemaName(type)}` },
            example: { type, data: expect.any(Object) },
          },
        },
      },
    })
    const { properties = {} } = schemas[eventSchemaName(type)] ?? {}
    expect(properties).toMatchObject({ type: { const: type }, data: { $ref: expect.any(String) } })
    expect(Object.keys(eventData[about].shape).length).toBeGreaterThan(0)
    expect(schemas[properties['data']?.$ref?.split('/').at(-1) ?? '']).toMatchObject({
      type: 'object',
      // Options of an invoice are only there if they were set.
      required: Object.entries<z.ZodType>(eventData[about].shape).flatMap(([name, field]) =>
        field.safeParse(undefined).success ? [] : [name],
      ),
    })
  }
})

test('the example of every event fits its object', () => {
  for (const { type, about } of webhookEvents) {
    const example = document.webhooks?.[type]?.post.requestBody.content['application/json'].example as { data: unknown }
    expect(eventData[about].safeParse(example.data), type).toMatchObject({ success: true })
  }
})

test('each event is declared once under a unique name', () => {
  const types = webhookEvents.map(({ type }) => type)
  // BTCPay has one event for every change of a payout.
  const btcpayNames = webhookEvents
    .flatMap((event) => ('btcpayName' in event ? [event.btcpayName] : []))
    .filter((name) => name !== 'PayoutUpdated')
  expect(new Set(types).size).toBe(types.length)
  expect(new Set(btcpayNames).size).toBe(btcpayNames.length)
})

test('no event carries a claim link or a secret', () => {
  for (const schema of Object.values(eventData)) {
    expect(Object.keys(schema.shape)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/claimLink|secret|token/i)]),
    )
  }
})
