import { ApiError } from './api-error.ts'

const invalid = (message: string) => new ApiError('invalid-request', { message })

/** More than any real data needs, and far less than the stack allows. */
const deepest = 64

/**
 * Parses JSON from untrusted clients. What parsers disagree on is refused instead of guessed: duplicate keys, keys that
 * change the prototype, NUL and lone surrogates in texts (PostgreSQL stores neither), and deep nesting.
 */
export const parseJson = (text: string): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('The request body isn’t valid JSON.')
  }
  refuseDeepNestingAndDuplicateKeys(text)
  refuseUnstorable(value)
  return value
}

/** Refuses NUL and lone surrogates in texts, and keys that change the prototype, in any part of a request. */
export const refuseUnstorable = (value: unknown): void => {
  if (typeof value === 'string') {
    if (value.includes('\0') || /\p{Surrogate}/u.test(value)) throw invalid('The request contains invalid text.')
  } else if (Array.isArray(value)) {
    value.forEach(refuseUnstorable)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype')
        throw invalid(`Unrecognized key: "${key}"`)
      refuseUnstorable(key)
      refuseUnstorable(inner)
    }
  }
}

/** The text is already valid JSON, so only strings and brackets must be told apart. */
const refuseDeepNestingAndDuplicateKeys = (text: string) => {
  const objects: (Set<string> | undefined)[] = []
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g
  let previous = ''
  let candidate: string | undefined
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const token = match[0]
    if (token === '{') objects.push(new Set())
    else if (token === '[') objects.push(undefined)
    else if (token === '}' || token === ']') objects.pop()
    else if (token === ':' && candidate !== undefined) {
      const keys = objects.at(-1)
      if (keys?.has(candidate)) throw invalid(`The key "${candidate}" appears twice.`)
      keys?.add(candidate)
    }
    if (objects.length > deepest) throw invalid('The request body is nested too deeply.')
    candidate = token.startsWith('"') && (previous === '{' || previous === ',') ? JSON.parse(token) : undefined
    previous = token
  }
}
