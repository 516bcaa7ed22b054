import { describe, expect, test } from 'vitest'
import { toOpenApi } from './openapi.ts'
import type { JsonSchema } from './openapi-examples.ts'
import { v1Calls } from './v1/calls.ts'
import { examples } from './v1/examples.ts'
import { webhookEvents } from './webhooks.events.ts'

type Operation = {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; description?: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Content = Record<string, { schema?: JsonSchema; example?: unknown; examples?: object }>
type Group = Record<string, Record<string, Operation>>

const about = { title: 'Bitquay API', version: '1', url: 'https://pay.shop.example' }
const document = toOpenApi(v1Calls, about, webhookEvents)
const operations = [...operationsOf(document.paths as Group), ...operationsOf(document.webhooks as Group)]

function operationsOf(group: Group) {
  return Object.values(group).flatMap((methods) => Object.values(methods))
}

describe('an operation', () => {
  test('has a unique id that is a name in any language', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('with a key has an id that was chosen for it', () => {
    expect(v1Calls.filter(({ operationId }) => operationId === undefined)).toEqual([])
  })

  test('has a summary and a description', () => {
    expect(operations.filter(({ summary, description }) => !summary || !description)).toEqual([])
  })

  test('declares at least one error', () => {
    const without = operations.filter(
      ({ responses }) => !Object.keys(responses).some((status) => status.startsWith('4')),
    )
    expect(without.map(({ operationId }) => operationId)).toEqual([])
  })

  test('has an example of what it takes and returns, in named schemas', () => {
    for (const { operationId, requestBody, responses } of operations) {
      for (const content of [requestBody?.content, ...Object.values(responses).map((response) => response.content)]) {
        const body = content?.['application/json']
        if (!body) continue
        expect(body.example ?? body.examples, operationId).toBeDefined()
        expect(body.schema?.$ref ?? body.schema?.items?.$ref, operationId).toMatch(/^#\/components\/schemas\/\w+$/)
      }
    }
  })

  test('describes each parameter with an example', () => {
    const bare = operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ description, example }) => !description || example === undefined)
        .map(({ name }) => `${operationId}.${name}`),
    )
    expect(bare).toEqual([])
  })
})

/** The paths of properties below a schema that have no description or no example. */
const findBare = (schema: JsonSchema, path: string): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const isDescribed = property.description && (property.examples || property.$ref)
    return [...(isDescribed ? [] : [`${path}.${name}`]), ...findBare(property, `${path}.${name}`)]
  }),
  ...[schema.items, ...(schema.anyOf ?? [])].flatMap((part) => (part ? findBare(part, path) : [])),
]

test('each schema and each of its properties has a description and an example', () => {
  const schemas = Object.entries(document.components.schemas)
  expect(schemas.length).toBeGreaterThan(20)
  expect(schemas.flatMap(([name, schema]) => findBare(schema, name))).toEqual([])
  expect(schemas.filter(([, schema]) => !schema.description).map(([name]) => name)).toEqual([])
  expect(schemas.filter(([, { examples: own, oneOf }]) => !own && !oneOf).map(([name]) => name)).toEqual([])
})

test('each example belongs to a schema', () => {
  expect(Object.keys(examples).filter((name) => !(name in document.components.schemas))).toEqual([])
})

test('a document of localhost names no host that others can’t reach', () => {
  expect(toOpenApi([], { ...about, url: 'http://localhost:3000' }).servers).toEqual([{ url: '/' }])
  expect(document.servers).toEqual([{ url: about.url }])
})
