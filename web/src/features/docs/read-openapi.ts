import * as t from './messages.ts'

/** What the reference reads of an OpenAPI document. */
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

type Operation = {
  summary: string
  tags?: string[]
  'x-audience'?: string
  'x-scope'?: string
  'x-also-needs'?: string
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>
}

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
}

export type FieldLine = { name: string; type: string; required: boolean; note: string }

export type CallEntry = {
  id: string
  method: string
  path: string
  summary: string
  /** What a key needs. Empty if any key may call it. */
  scopes: string[]
  parameters: FieldLine[]
  body: FieldLine[]
  answer: FieldLine[]
  errors: string[]
}

type CallGroup = { tag: string; calls: CallEntry[] }

/** The calls of a document, by what they are about, in its order. */
export const readOpenApi = (described: OpenApi): CallGroup[] => {
  const document = inlineSchemas(described)
  const groups = new Map<string, CallEntry[]>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation['x-audience'] !== 'api') continue
      const tag = operation.tags?.[0] ?? 'api'
      groups.set(tag, [...(groups.get(tag) ?? []), toEntry(method, path, operation)])
    }
  }
  return [...groups].map(([tag, calls]) => ({ tag, calls }))
}

/** Puts named schemas where they are used. What a place says about one wins over what the schema says. */
const inlineSchemas = ({ paths, components }: OpenApi): OpenApi => {
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...own } = value as { $ref?: string }
    const named = $ref === undefined ? {} : components.schemas[$ref.split('/').at(-1) ?? '']
    return Object.fromEntries(Object.entries({ ...named, ...own }).map(([name, part]) => [name, inline(part)]))
  }
  return { paths: inline(paths) as OpenApi['paths'], components }
}

const toEntry = (method: string, path: string, operation: Operation): CallEntry => ({
  id: `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`.replace(/-$/, ''),
  method: method.toUpperCase(),
  path,
  summary: operation.summary,
  scopes: [operation['x-scope'], operation['x-also-needs']].filter((scope) => scope !== undefined),
  parameters: (operation.parameters ?? []).map(({ name, required, schema, description }) => ({
    name,
    type: typeOf(schema),
    required,
    note: description ?? noteOf(schema),
  })),
  body: fieldsOf(operation.requestBody?.content['application/json']?.schema),
  answer: fieldsOf(operation.responses['200']?.content?.['application/json']?.schema),
  errors: Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description }]) => description.split(', ')),
})

/** The fields of an object, or of the objects in a list, with those inside them behind a dot. */
const fieldsOf = (schema: Schema | undefined, prefix = '', depth = 0): FieldLine[] => {
  const object = objectIn(schema)
  if (!object?.properties || depth > 3) return []
  return Object.entries(object.properties).flatMap(([name, field]) => [
    {
      name: prefix + name,
      type: typeOf(field),
      required: object.required?.includes(name) ?? false,
      note: noteOf(field),
    },
    ...fieldsOf(field, `${prefix}${name}${isList(field) ? '[]' : ''}.`, depth + 1),
  ])
}

const isList = (schema: Schema) =>
  schema.type === 'array' || schema.anyOf?.some(({ type }) => type === 'array') === true

const objectIn = (schema: Schema | undefined): Schema | undefined => {
  if (!schema) return undefined
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) {
    const found = objectIn(part)
    if (found) return found
  }
  return undefined
}

const typeOf = (schema: Schema): string => {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.allOf) return schema.allOf.map(typeOf).find((type) => type !== 'any') ?? 'any'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return t.listOf({ type: schema.items ? typeOf(schema.items) : 'any' })
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.format === 'date-time') return t.isoTime
  return schema.type ?? 'any'
}

/** What it is, and in a sentence of its own what it may be. */
const noteOf = (schema: Schema): string => {
  const limits = limitsOf(schema)
  if (!schema.description) return limits
  if (!limits) return schema.description
  return `${schema.description.replace(/\.$/, '')}. ${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`
}

const limitsOf = (schema: Schema): string =>
  [
    schema.enum && schema.enum.length <= 20 ? schema.enum.map(String).join(' · ') : undefined,
    schema.default === undefined ? undefined : t.defaultsTo({ value: JSON.stringify(schema.default) }),
    schema.maxLength !== undefined && schema.format === undefined
      ? t.atMost({ count: String(schema.maxLength) })
      : undefined,
    schema.maximum !== undefined && schema.maximum < 2 ** 31 - 1
      ? t.range({ from: String(schema.minimum ?? 0), to: String(schema.maximum) })
      : undefined,
  ]
    .filter(Boolean)
    .join(', ')
