import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { tillDeviceBound } from './facts.ts'
import { limits } from './limits.ts'
import { bindDeviceByLink } from './table.devices.ts'

/** Binds the device that opens a link, which is spent then. Returns the device's token, which is not stored. */
export const bindDevice = async (deps: Deps, slug: string, link: string, source: Source): Promise<string> => {
  await requireAttempts(deps, [limits.deviceLinksFromSource(source.address)])
  return inTransaction(deps.db, async (tx) => {
    const bound = await bindDeviceByLink(tx, slug, link, source)
    if (!bound) throw new ApiError('till-link-spent')
    const { device, token } = bound
    const detail = { name: device.name }
    await announce(
      tx,
      tillDeviceBound,
      { id: device.id, merchantId: device.merchantId, detail },
      { actor: 'anonymous', source },
    )
    return token
  })
}
