import { plainNumber } from '../engine/rates/decimal.ts'
import { invalid, invalidField, type Problem } from './errors.ts'

export type FieldReader = {
  /** Whether the field exists with a value other than null. */
  has(name: string): boolean
  text(name: string): string | undefined
  flag(name: string): boolean | undefined
  integer(name: string): number | undefined
  /** A JSON number, or a number in a string. */
  number(name: string): number | undefined
  /** Money: a decimal in a string or a JSON number, returned as plain decimal text. */
  decimal(name: string): string | undefined
  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined
  texts(name: string): string[] | undefined
  object(name: string): FieldReader | undefined
  objects(name: string): FieldReader[] | undefined
  /** The value unchanged, for free-form JSON. */
  raw(name: string): unknown
  /** Throws a 422 with all fields that couldn't be read. */
  check(): void
}

/**
 * Reads a JSON body as BTCPay does: names are case-insensitive, unknown names are ignored, and values of the wrong type
 * are collected under their JSON path and refused together.
 */
export const readFields = (body: unknown): FieldReader => {
  if (!isObject(body)) throw invalidField('', 'A non-empty request body is required.')
  const problems: Problem[] = []
  return reader(body, '', problems)
}

const reader = (body: object, prefix: string, problems: Problem[]): FieldReader => {
  const values = new Map<string, unknown>()
  for (const [key, value] of Object.entries(body)) values.set(key.toLowerCase(), value)

  const raw = (name: string) => values.get(name.toLowerCase())
  const path = (name: string) => (prefix === '' ? name : `${prefix}.${name}`)
  const complain = (where: string, wanted: string): undefined => {
    problems.push({ path: where, message: `The value is not ${wanted}` })
    return undefined
  }

  const read = <T>(name: string, wanted: string, convert: (value: unknown) => T | undefined): T | undefined => {
    const value = raw(name)
    if (value === undefined || value === null) return undefined
    return convert(value) ?? complain(path(name), wanted)
  }

  const self: FieldReader = {
    raw,
    has: (name) => raw(name) !== undefined && raw(name) !== null,
    text: (name) => read(name, 'a string', asText),
    flag: (name) => read(name, 'a boolean', asFlag),
    integer: (name) => read(name, 'an integer', asInteger),
    number: (name) => read(name, 'a number', asNumber),
    decimal: (name) => read(name, 'a decimal number', asDecimalText),
    oneOf: (name, options) =>
      read(name, `one of ${options.join(', ')}`, (value) =>
        options.find((option) => typeof value === 'string' && option.toLowerCase() === value.toLowerCase()),
      ),
    texts(name) {
      const list = read(name, 'an array', asList)
      return list?.flatMap((item, index) => {
        const text = asText(item)
        if (text !== undefined) return [text]
        complain(`${path(name)}[${index}]`, 'a string')
        return []
      })
    },
    object(name) {
      const value = read(name, 'an object', asObject)
      return value && reader(value, path(name), problems)
    },
    objects(name) {
      const list = read(name, 'an array', asList)
      return list?.flatMap((item, index) => {
        const value = asObject(item)
        if (value) return [reader(value, `${path(name)}[${index}]`, problems)]
        complain(`${path(name)}[${index}]`, 'an object')
        return []
      })
    },
    check() {
      if (problems.length > 0) throw invalid(...problems)
    },
  }
  return self
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asObject = (value: unknown) => (isObject(value) ? value : undefined)
const asList = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined)

const asText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

const asFlag = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 'True') return true
  return value === 'false' || value === 'False' ? false : undefined
}

const asInteger = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

const asNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const asDecimalText = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? plainNumber(value) : value
  return typeof text === 'string' && /^-?\d{1,29}(\.\d{1,24})?$/.test(text) ? text : undefined
}
