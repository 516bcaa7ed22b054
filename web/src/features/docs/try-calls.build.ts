import { toOpenApi } from '@bitquay/contract/openapi'
import { v1Calls } from '@bitquay/contract/v1/calls'

export type TryParameter = { name: string; example: string; note: string }

/** A call that the console can send. */
export type TryCall = {
  id: string
  group: string
  method: string
  path: string
  params: TryParameter[]
  query: TryParameter[]
  /** The example of the description, formatted. Empty if the call has no body. */
  body: string
}

type Media = { example?: unknown }
type Parameter = { name: string; in: string; description?: string; example?: string | number | readonly string[] }
type Operation = {
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

const document = toOpenApi(v1Calls, { title: '', version: '', url: '' }) as unknown as {
  paths: Record<string, Record<string, Operation>>
}

/** A stream has no end, so the console leaves it out. */
const returnsJson = ({ responses }: Operation) => responses['200']?.content?.['application/json'] !== undefined

export const tryCalls: TryCall[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, operation]) => returnsJson(operation))
    .map(([method, operation]) => ({
      id: `${method}${path.replace(/[^a-z0-9]+/gi, '-')}`.replace(/-$/, ''),
      group: titleOf(operation.tags?.[0] ?? 'api'),
      method: method.toUpperCase(),
      path,
      params: parametersOf(operation, 'path'),
      query: parametersOf(operation, 'query'),
      body: bodyOf(operation),
    })),
)

function titleOf(tag: string) {
  return tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ')
}

function parametersOf({ parameters = [] }: Operation, place: string): TryParameter[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, description = '', example }) => ({
      name,
      note: description,
      example: String(example ?? ''),
    }))
}

function bodyOf({ requestBody }: Operation) {
  const example = requestBody?.content['application/json']?.example
  return example === undefined ? '' : JSON.stringify(example, null, 2)
}
