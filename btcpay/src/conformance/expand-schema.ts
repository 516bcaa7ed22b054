/** The parts of an OpenAPI 3.0 schema that are used here. */
export type Schema = { readonly [keyword: string]: unknown }

export type Schemas = Readonly<Record<string, Schema>>

/**
 * Converts an OpenAPI 3.0 schema to a plain JSON schema without references: `nullable` becomes a type, and `allOf`
 * becomes one object, because `additionalProperties: false` in one part of an `allOf` would forbid the other parts'
 * fields.
 */
export const expandSchema = (schema: Schema, schemas: Schemas, within: readonly string[] = []): Schema => {
  const ref = schema.$ref
  if (typeof ref === 'string') {
    const name = ref.split('/').at(-1) ?? ''
    const named = schemas[name]
    // A recursive schema is checked down to its first repetition.
    if (named === undefined || within.includes(name)) return {}
    return expandSchema(named, schemas, [...within, name])
  }
  const deeper = (value: unknown) => expandSchema(value as Schema, schemas, within)
  let expanded: Record<string, unknown> = {}
  for (const keyword of CHECKED_KEYWORDS) if (keyword in schema) expanded[keyword] = schema[keyword]
  if (isObject(schema.properties)) expanded.properties = mapValues(schema.properties, deeper)
  if (isObject(schema.items)) expanded.items = deeper(schema.items)
  if (isObject(schema.additionalProperties)) expanded.additionalProperties = deeper(schema.additionalProperties)
  // The published text uses oneOf with overlapping alternatives. It means anyOf.
  const alternatives = schema.anyOf ?? schema.oneOf
  if (Array.isArray(alternatives)) expanded.anyOf = alternatives.map(deeper)
  if (Array.isArray(schema.allOf)) expanded = [expanded, ...schema.allOf.map(deeper)].reduce(mergeSchemas)
  return schema.nullable === true ? { anyOf: [expanded, { type: 'null' }] } : expanded
}

const CHECKED_KEYWORDS = ['type', 'enum', 'required', 'additionalProperties', 'minimum', 'maximum', 'pattern']

const mergeSchemas = (left: Schema, right: Schema): Schema => {
  const properties: Record<string, unknown> = { ...asObject(left.properties) }
  for (const [name, schema] of Object.entries(asObject(right.properties))) {
    const known = properties[name]
    properties[name] = known === undefined ? schema : mergeSchemas(known as Schema, schema as Schema)
  }
  const anyOf = [left.anyOf, right.anyOf].filter((one) => one !== undefined)
  const { anyOf: _left, ...leftRest } = left
  const { anyOf: _right, ...rightRest } = right
  return {
    ...leftRest,
    ...rightRest,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(anyOf.length === 1 ? { anyOf: anyOf[0] } : {}),
    ...(anyOf.length > 1 ? { allOf: anyOf.map((one) => ({ anyOf: one })) } : {}),
    ...(left.additionalProperties === false || right.additionalProperties === false
      ? { additionalProperties: false }
      : {}),
  }
}

const mapValues = (object: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
