import { toOpenApi } from '@bitquay/contract/openapi'
import { v1Calls } from '@bitquay/contract/v1/calls'
import { colorCode } from './color-code.ts'
import type { ColoredRun } from './colored-run.ts'
import { type CallEntry, type OpenApi, readOpenApi } from './read-openapi.ts'

export type ReferenceCall = CallEntry & { sample: { text: string; colors: ColoredRun[] } }

type ReferenceGroup = { tag: string; title: string; calls: ReferenceCall[] }

const document = toOpenApi(v1Calls, { title: '', version: '', url: '' }) as unknown as OpenApi

/** Every call with its fields, from the same description that programs read. */
export const reference: ReferenceGroup[] = readOpenApi(document).map(({ tag, calls }) => ({
  tag,
  title: tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' '),
  calls: calls.map((call) => {
    const text = curlOf(call)
    return { ...call, sample: { text, colors: colorCode({ text, syntax: 'bash' }) } }
  }),
}))

function curlOf({ method, path, body }: CallEntry): string {
  const needed = body.filter(({ required, name }) => required && !name.includes('.'))
  const sent = `{${needed.map(({ name, type }) => `"${name}": ${type.includes('list') ? '[]' : '"…"'}`).join(', ')}}`
  return [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}"$BITQUAY_URL${path}"`,
    '-H "Authorization: Bearer $BITQUAY_KEY"',
    ...(body.length > 0 ? ['-H "Content-Type: application/json"', `-d '${sent}'`] : []),
  ].join(' \\\n  ')
}
