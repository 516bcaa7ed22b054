import { crc32 } from 'node:zlib'

/** One line of a journal or snapshot: checksum, number of the flush that wrote it, JSON. */
export type StoredLine = { readonly flush: number; readonly json: string }

export const encodeLine = (flush: number, json: string): string => {
  const body = `${flush} ${json}`
  return `${crc32(body).toString(16).padStart(8, '0')} ${body}\n`
}

/** Undefined when the line isn't what was written. */
export const decodeLine = (line: Buffer): StoredLine | undefined => {
  if (line.length < 11 || line[8] !== 0x20) return undefined
  const body = line.subarray(9)
  if (Number.parseInt(line.toString('latin1', 0, 8), 16) !== crc32(body)) return undefined
  const space = body.indexOf(0x20)
  if (space < 1) return undefined
  return { flush: Number(body.toString('latin1', 0, space)), json: body.toString('utf8', space + 1) }
}

const bigintMark = '$n'

export const encodeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? { [bigintMark]: inner.toString() } : inner,
  )

export const decodeJson = (json: string): unknown => {
  const parsed: unknown = JSON.parse(json)
  return json.includes(`{"${bigintMark}":`) ? reviveBigints(parsed) : parsed
}

/** In place, because a reviver function in JSON.parse costs several times as much. */
const reviveBigints = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const record = value as Record<string, unknown>
  const digits = record[bigintMark]
  if (typeof digits === 'string') return BigInt(digits)
  for (const key of Object.keys(record)) {
    const inner = record[key]
    if (typeof inner === 'object' && inner !== null) record[key] = reviveBigints(inner)
  }
  return value
}

/** Prevents changes to a stored value that the journal wouldn't record. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}
