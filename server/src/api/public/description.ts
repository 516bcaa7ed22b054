import { calls } from '@bitquay/contract/calls'
import { describe } from '@bitquay/contract/description'
import { toOpenApi } from '@bitquay/contract/openapi'
import type { Deps } from '../../deps.ts'
import { route } from '../../platform/http/route.ts'

export const description = ({ config, version }: Deps) => {
  const document = toOpenApi(calls, { title: 'Bitquay', version, url: config.publicUrl })
  return route(describe, () => Promise.resolve(document))
}
