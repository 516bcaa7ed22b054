import { calls } from '@bitquay/contract/calls'
import { toOpenApi } from '@bitquay/contract/openapi'
import { describe } from '@bitquay/contract/platform.description'
import { describeV1 } from '@bitquay/contract/v1/description'
import { webhookEvents } from '@bitquay/contract/webhooks.events'
import type { Deps } from './deps.ts'
import { route } from './platform/http/route.ts'
import { once } from './platform/once.ts'

// A description of all calls takes a third of a second, which few starts need.

export const describeAll = ({ config, version }: Deps) => {
  const document = once(() => toOpenApi(calls, { title: 'Bitquay', version, url: config.publicUrl }))
  return route(describe, () => Promise.resolve(document()))
}

export const describeV1Calls = ({ config, version }: Deps) => {
  const document = once(() => {
    const own = calls.filter(({ path }) => path.startsWith('/api/v1/'))
    return toOpenApi(own, { title: 'Bitquay API', version, url: config.publicUrl }, webhookEvents)
  })
  return route(describeV1, () => Promise.resolve(document()))
}
