import fc from 'fast-check'

/** The parts of a JSON schema that values are generated from. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  examples?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

type Resolve = (ref: string) => Schema

/** Values that fit a schema. Limits that a schema doesn't state may still refuse them. */
export const validValue = (schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> => {
  if (schema.$ref) return validValue(resolve(schema.$ref), resolve)
  const [example] = schema.examples ?? []
  const generated = generate(schema, resolve)
  return example === undefined
    ? generated
    : fc.oneof({ weight: 1, arbitrary: fc.constant(example) }, { weight: 2, arbitrary: generated })
}

const generate = (schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return fc.oneof(...parts.map((part) => validValue(part, resolve)))
  if (schema.allOf) return validValue(schema.allOf[0] ?? {}, resolve)
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 })
  return fc.oneof(...types.map((type) => ofType(type, schema, resolve)))
}

const ofType = (type: string, schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) })
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.double({ min: 0, max: 1e9, noNaN: true }))
    case 'array': {
      const limits = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 3, 3) }
      return fc.array(validValue(schema.items ?? {}, resolve), limits)
    }
    case 'object':
      return objectOf(schema, resolve)
    default:
      return textOf(schema)
  }
}

const objectOf = (schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> => {
  if (!schema.properties) {
    const value = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), validValue(value, resolve), { maxKeys: 3 })
  }
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, validValue(field, resolve)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
}

const formats: Record<string, fc.Arbitrary<string>> = {
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  date: fc.constantFrom('2026-01-31', '2024-02-29', '2026-11-16'),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
}

const textOf = ({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> => {
  const known = formats[format ?? '']
  if (known) return known
  if (pattern && !pattern.includes('(?')) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ minLength, maxLength: Math.min(maxLength, 300), unit: 'grapheme' })
}

/** What programs send by mistake, and attackers on purpose. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    -1,
    0,
    1e308,
    -0.5,
    2 ** 53,
    '2147483648',
    '1e9',
    'NaN',
    'x'.repeat(5000),
    '\u0000',
    '\ud800',
    '‮⁦\ufeff',
    "'; drop table invoices; --",
    '../../etc/passwd',
    [],
    {},
    [[[]]],
    { constructor: 1 },
    '0000-01-01',
    '9999-12-31T23:59:59Z',
    '2026-01-01T00:00:00+18:00',
    '%',
    '\\',
  ),
)
