import { requireAttempts } from '../accounts/index.ts'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { limits } from './limits.ts'
import { bindDeviceByLink } from './table.devices.ts'

/** Binds the device that opens a link, which is spent then. Returns the device's token, which is not stored. */
export const bindDevice = async (deps: Deps, slug: string, link: string, source: Source): Promise<string> => {
  await requireAttempts(deps, [limits.deviceLinksFromSource(source.address)])
  return inTransaction(deps.db, async (tx) => {
    const bound = await bindDeviceByLink(tx, slug, link, source)
    if (!bound) throw new ApiError('till-link-spent')
    const { device, token } = bound
    await recordActivity(tx, {
      act: 'till-device-bound',
      actor: 'anonymous',
      source,
      subject: { kind: 'till-device', id: device.id },
      merchantId: device.merchantId,
      detail: { name: device.name },
    })
    await emitChange(tx, `merchant:${device.merchantId}`, 'tills')
    return token
  })
}
