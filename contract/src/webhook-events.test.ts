import { expect, test } from 'vitest'
import { toOpenApi } from './openapi.ts'
import { eventData, webhookEvents } from './webhook-events.ts'

const document = toOpenApi([], { title: 'test', version: '1', url: 'http://localhost' }, webhookEvents)

test('the OpenAPI document describes every event with its meaning and its object', () => {
  const schemas: Record<string, unknown> = document.components.schemas
  for (const { type, about, meaning } of webhookEvents) {
    expect(document.webhooks?.[type]?.post).toMatchObject({
      summary: meaning,
      requestBody: {
        content: {
          'application/json': {
            schema: {
              properties: { type: { const: type }, data: { $ref: `#/components/schemas/EventData.${about}` } },
            },
          },
        },
      },
    })
    expect(Object.keys(eventData[about].shape).length).toBeGreaterThan(0)
    expect(schemas[`EventData.${about}`]).toMatchObject({
      type: 'object',
      required: Object.keys(eventData[about].shape),
    })
  }
})

test('each event is declared once under a unique name', () => {
  const types = webhookEvents.map(({ type }) => type)
  const btcpayNames = webhookEvents.flatMap((event) => ('btcpayName' in event ? [event.btcpayName] : []))
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
