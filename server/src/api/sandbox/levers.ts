import { levers as calls, sandboxState } from '@bitquay/contract/sandbox'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Route, route } from '../../platform/http/route.ts'

/** The sandbox's levers under our own roof: a page of ours may talk to our own origin only. */
export const levers = (deps: Deps): Route[] => [
  ...Object.values(calls).map((call) => {
    const name = call.path.slice('/api/sandbox/'.length)
    return route(call, async ({ body }) => {
      const done = await ask(deps, `/sandbox/${name}`, body)
      // Both clocks are turned together, or sessions and invoices would live in different times.
      if (call === calls.clock) await advancePlatformClock(deps, (body as { advanceSeconds: number }).advanceSeconds)
      return done
    })
  }),
  route(sandboxState, () => ask(deps, '/sandbox/state') as ReturnType<typeof ask> & Promise<never>),
]

const ask = async ({ engine }: Deps, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  if (!engine.sandboxUrl) throw new ApiError('not-found')
  const answer = await fetch(`${engine.sandboxUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `token ${engine.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new ApiError('unavailable', { message: 'The sandbox does not answer.', cause: error })
  })
  const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  if (!answer.ok)
    throw new ApiError('lever-refused', { message: typeof said.message === 'string' ? said.message : undefined })
  return said
}

const advancePlatformClock = (deps: Deps, seconds: number) =>
  sql`update platform set clock_offset = clock_offset + make_interval(secs => ${seconds})`.execute(deps.db)
