import { calls } from '@bitquay/contract/calls'
import { toOpenApi } from '@bitquay/contract/openapi'
import { describe } from '@bitquay/contract/platform.description'
import { describeV1 } from '@bitquay/contract/v1/description'
import { webhookEvents } from '@bitquay/contract/webhooks.events'
import type { Deps } from './deps.ts'
import { route } from './platform/http/route.ts'
import { once } from './platform/once.ts'

// A description of all calls takes a third of a second, which few starts need.

export const describeAll = ({ config, version, brand }: Deps) => {
  const document = once(() => toOpenApi(calls, { title: '', version, url: config.publicUrl }))
  return route(describe, async () => titled(document(), (await brand.read()).name))
}

export const describeV1Calls = ({ config, version, brand }: Deps) => {
  const document = once(() => {
    const own = calls.filter(({ path }) => path.startsWith('/api/v1/'))
    return toOpenApi(own, { title: '', version, url: config.publicUrl }, webhookEvents)
  })
  return route(describeV1, async () => titled(document(), `${(await brand.read()).name} API`))
}

/** The platform's name may change while the server runs. */
const titled = (document: ReturnType<typeof toOpenApi>, title: string) => ({
  ...document,
  info: { ...document.info, title },
})
