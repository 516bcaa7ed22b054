import { existsSync, readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { ObservedAnswer } from '../transport.ts'
import { expandSchema, type Schema, type Schemas } from './expand-schema.ts'
import { EMPTY_ANSWERS, TEXT_FAULTS, UNDESCRIBED_ROUTES } from './published-text-faults.ts'

export type OpenapiDocument = {
  paths: Record<string, Record<string, { responses?: Record<string, Response> }>>
  components: { schemas: Schemas }
}

type Response = { content?: Record<string, { schema?: Schema }> }

export type OpenapiCheck = {
  /** Compares one response with the text and keeps the differences. */
  observe(answer: ObservedAnswer): void
  violations(): string[]
  checkedCount(): number
}

/** Undefined when the document isn't available. */
export const readOpenapi = (path: string | undefined): OpenapiDocument | undefined => {
  if (path === undefined || !existsSync(path)) return undefined
  return JSON.parse(readFileSync(path, 'utf8')) as OpenapiDocument
}

export const createOpenapiCheck = (document: OpenapiDocument, basePath = ''): OpenapiCheck => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  const schemas = correctSchemas(document.components.schemas)
  const routes = Object.keys(document.paths).map((path) => ({ path, pattern: pathPattern(path) }))
  // Of two matching paths, the one with fewer parameters is meant: /users/me rather than /users/{idOrEmail}.
  routes.sort((a, b) => parameterCount(a.path) - parameterCount(b.path))
  const validators = new Map<string, ValidateFunction>()
  const violations = new Set<string>()
  let checked = 0

  const validatorFor = (key: string, schema: Schema): ValidateFunction => {
    const known = validators.get(key) ?? ajv.compile(expandSchema(schema, schemas))
    validators.set(key, known)
    return known
  }

  const findFault = (answer: ObservedAnswer): string[] => {
    const pathname = describedPath(new URL(answer.url).pathname.slice(basePath.length))
    const route = routes.find(({ pattern }) => pattern.test(pathname))
    const operation = route && document.paths[route.path]?.[answer.method.toLowerCase()]
    // A removed route is missing from the text too.
    if (answer.status === 410) return checkError(answer, 'gone')
    if (route === undefined || operation === undefined) return ['the text has no such call']
    const name = `${answer.method} ${route.path} ${answer.status}`
    if (answer.status >= 400) return checkError(answer, name)
    const response = operation.responses?.[String(answer.status)]
    if (response === undefined) return [`the text has no answer ${answer.status}`]
    const schema = response.content?.['application/json']?.schema
    if (schema === undefined) return []
    if (EMPTY_ANSWERS.includes(`${answer.method} ${route.path}`)) return answer.text === '' ? [] : ['more than nothing']
    return describeErrors(validatorFor(name, schema), parseOrUndefined(answer.text))
  }

  /** The text seldom describes error bodies. The two forms are the same everywhere, and 403 and 404 may be empty. */
  const checkError = (answer: ObservedAnswer, name: string): string[] => {
    if (answer.text === '') return [403, 404].includes(answer.status) ? [] : ['an error without a body']
    const shape = answer.status === 422 ? 'ValidationProblemDetails' : 'ProblemDetails'
    const schema = schemas[shape] ?? {}
    const required = answer.status === 422 ? schema : { ...schema, required: ['code', 'message'] }
    return describeErrors(validatorFor(name, required), parseOrUndefined(answer.text))
  }

  return {
    observe(answer) {
      checked++
      for (const fault of findFault(answer)) {
        const path = new URL(answer.url).pathname
        violations.add(`${answer.method} ${path} → ${answer.status}: ${fault}`)
      }
    },
    violations: () => [...violations],
    checkedCount: () => checked,
  }
}

const correctSchemas = (schemas: Schemas): Schemas => {
  const corrected: Record<string, Schema> = structuredClone(schemas)
  for (const fault of TEXT_FAULTS) {
    const schema = corrected[fault.schema]
    if (schema === undefined) continue
    corrected[fault.schema] = correctField(schema, fault.field, fault.really)
  }
  return corrected
}

/** In an `allOf` the own fields are in the last part. */
const correctField = (schema: Schema, field: string, really: Schema): Schema => {
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf as Schema[]
    return { ...schema, allOf: [...parts.slice(0, -1), correctField(parts.at(-1) ?? {}, field, really)] }
  }
  return { ...schema, properties: { ...(schema.properties as Record<string, Schema>), [field]: really } }
}

const describedPath = (pathname: string): string => {
  for (const [pattern, replacement] of UNDESCRIBED_ROUTES) {
    if (pattern.test(pathname)) return pathname.replace(pattern, replacement)
  }
  return pathname
}

const pathPattern = (path: string): RegExp => {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')
  return new RegExp(`^${escaped}$`)
}

const parameterCount = (path: string): number => path.split('{').length

const describeErrors = (validate: ValidateFunction, value: unknown): string[] => {
  if (value === undefined) return ['the body is not JSON']
  if (validate(value)) return []
  return (validate.errors ?? []).map((error) => {
    const extra = error.keyword === 'additionalProperties' ? ` (${String(error.params.additionalProperty)})` : ''
    return `${error.instancePath || 'the whole'} ${error.message ?? error.keyword}${extra}`
  })
}

const parseOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
