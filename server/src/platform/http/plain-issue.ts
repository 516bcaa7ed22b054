import type { z } from 'zod'

/** Says in plain words what is wrong with a field, where its schema has no message of its own. */
export const plainIssue = (issue: z.core.$ZodRawIssue): string => {
  const name = issue.path && issue.path.length > 0 ? issue.path.join('.') : 'The request'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${name} is required` : `${name} must be ${wordOf(issue.expected)}`
    case 'too_big':
      return `${name} ${limitOf(issue.origin, 'at most', issue.maximum)}`
    case 'too_small':
      return `${name} ${limitOf(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`
    case 'invalid_value':
      return `${name} must be ${oneOf(issue.values)}`
    case 'invalid_format':
      return `${name} isn’t ${formats[issue.format] ?? 'in the right format'}`
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return unknownField(issue.path ?? [], issue.keys[0] ?? '')
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
      return `${name} isn’t valid`
  }
}

export const unknownField = (path: readonly PropertyKey[], key: string) => `Unknown field: ${[...path, key].join('.')}`

const words: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const wordOf = (type: string) => words[type] ?? `a ${type}`

const limitOf = (origin: string, bound: string, limit: number | bigint) => {
  const isOne = Number(limit) === 1
  if (origin === 'string') return `must have ${bound} ${limit} ${isOne ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${limit} ${isOne ? 'entry' : 'entries'}`
  return `must be ${bound} ${limit}`
}

/** Long lists, such as of currencies, are in the documentation. */
const mostNamed = 30

const oneOf = (values: readonly unknown[]) => {
  const named = values.slice(0, mostNamed).map(String).join(', ')
  if (values.length === 1) return named
  return `one of: ${named}${values.length > mostNamed ? ', …' : ''}`
}

const formats: Record<string, string> = {
  email: 'an email address',
  url: 'a URL',
  datetime: 'an ISO 8601 time',
  date: 'an ISO 8601 date',
}
