/** The parts of a JSON schema that are read here. */
export type JsonSchema = {
  type?: string | string[]
  description?: string
  examples?: unknown[]
  enum?: unknown[]
  const?: unknown
  $ref?: string
  required?: string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  [keyword: string]: unknown
}

export type Schemas = Record<string, JsonSchema>

/** Adds examples to named schemas, and to each property its value in the first example that has it. */
export const addExamples = (schemas: Schemas, examples: Readonly<Record<string, readonly unknown[]>>) => {
  for (const [name, schema] of Object.entries(schemas)) {
    const own = examples[name] ?? schema.examples
    if (own === undefined || schema.oneOf) continue
    schema.examples = [...own]
    addToProperties(schema, own)
  }
}

const addToProperties = ({ properties = {} }: JsonSchema, examples: readonly unknown[]) => {
  for (const [name, property] of Object.entries(properties)) {
    const values = examples.flatMap((example) => (isObject(example) && name in example ? [example[name]] : []))
    if (values.length === 0 || property.examples) continue
    if (!property.$ref) property.examples = [values[0]]
    addToProperties(property, values)
    for (const part of [property, ...(property.anyOf ?? [])]) {
      if (part.items) addToProperties(part.items, values.flat())
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
