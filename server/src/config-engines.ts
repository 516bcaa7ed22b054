import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** One of the operator's BTCPay Servers as the settings describe it. */
export type EngineSettings = z.output<typeof engineSettings>

/** The engine with the platform's own store. `BTCPAY_URL` describes it, or an entry with this name. */
export const mainEngine = 'main'

const whole = (most: number) =>
  z.number(`must be a number from 1 to ${most}`).int(`must be a number from 1 to ${most}`).min(1).max(most)

const engineSettings = z.strictObject(
  {
    name: z
      .string('must be a name like berlin')
      .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/, 'must be a name like berlin, with at most 40 characters'),
    url: z
      .url({ protocol: /^https?$/, error: 'must be a URL like https://btcpay.example.com' })
      .transform((url) => url.replace(/\/+$/, '')),
    apiKey: z.string('is required').min(1, 'is required'),
    capacity: whole(1_000_000).optional(),
    maxConcurrent: whole(1000).optional(),
    maxPerSecond: whole(10_000).optional(),
  },
  'must be an object like {"name": "berlin", "url": "https://btcpay.example.com", "apiKey": "…"}',
)
/** A sandbox gives its key to every server that can reach it, so none is set. */
const sandboxSettings = engineSettings.extend({ apiKey: engineSettings.shape.apiKey.default('') })

/**
 * Reads `BTCPAY_ENGINES`: a JSON array, or the path of a file with one. `refuse` gets one sentence, which never contains
 * a key.
 */
export const parseEngines = (
  text: string,
  { inSandbox, refuse }: { inSandbox: boolean; refuse: (sentence: string) => never },
): EngineSettings[] => {
  const entries = parseList(text, refuse)
  const engines = entries.map((entry, index) => {
    const parsed = (inSandbox ? sandboxSettings : engineSettings).safeParse(entry)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const field =
      issue?.code === 'unrecognized_keys' ? ` ${issue.keys[0] ?? ''}` : issue?.path.map((part) => ` ${String(part)}`)
    const problem = issue?.code === 'unrecognized_keys' ? 'isn’t a setting' : (issue?.message ?? 'isn’t valid')
    return refuse(`BTCPAY_ENGINES: entry ${index + 1}${String(field ?? '')} ${problem}.`)
  })
  for (const field of ['name', 'url'] as const) {
    const values = engines.map((engine) => engine[field].toLowerCase())
    const twice = values.find((value, index) => values.indexOf(value) !== index)
    if (twice !== undefined) refuse(`BTCPAY_ENGINES: two entries have the ${field} ${twice}.`)
  }
  return engines
}

const parseList = (text: string, refuse: (sentence: string) => never): unknown[] => {
  const isJson = text.trim().startsWith('[')
  try {
    const parsed: unknown = JSON.parse(isJson ? text : readFileSync(text, 'utf8'))
    if (Array.isArray(parsed)) return parsed
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code !== undefined) refuse(`BTCPAY_ENGINES: couldn’t read the file ${text}: ${code}.`)
  }
  return refuse('BTCPAY_ENGINES must be a JSON array, or the path of a file with one.')
}
