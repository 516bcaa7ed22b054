import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'

/** Reads the state of the sandbox, or makes it do something. A real BTCPay has no sandbox. */
export const callSandbox = async (
  { engine }: Pick<Deps, 'engine'>,
  name: string,
  body?: unknown,
): Promise<Record<string, unknown>> => {
  if (!engine.sandboxUrl) throw new ApiError('not-found')
  const answer = await fetch(`${engine.sandboxUrl}/sandbox/${name}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `token ${engine.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new ApiError('unavailable', { message: 'Couldn’t reach the sandbox. Try again.', cause: error })
  })
  const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  if (!answer.ok) {
    throw new ApiError('lever-refused', { message: typeof said.message === 'string' ? said.message : undefined })
  }
  return said
}
