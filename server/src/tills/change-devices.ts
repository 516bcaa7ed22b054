import type { TillDevice } from '@bitquay/contract/tills'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { tillDeviceAdded, tillDeviceChanged, tillDeviceRevoked, tillDeviceUnlocked } from './facts.ts'
import { getDevice } from './queries.ts'
import { forgetWrongPins } from './table.cashiers.ts'
import { insertDevice, markDeviceRevoked, markDeviceUnlocked, setRefundLimit } from './table.devices.ts'
import { lockTill } from './table.ts'

/** Adds a device to a till. Returns the link that binds it, which is shown once. */
export const addDevice = (
  deps: Deps,
  person: MerchantPerson,
  tillId: number,
  name: string,
  source: Source,
): Promise<TillDevice & { link: string }> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    const till = await lockTill(tx, merchantId, tillId)
    if (!till) throw new ApiError('not-found')
    const { id, link } = await insertDevice(tx, { merchantId, tillId, name, createdBy: person.email })
    const detail = { till: till.name, name }
    await announce(tx, tillDeviceAdded, { id, merchantId, detail }, { actor: person, source })
    return { ...(await getDevice(tx, merchantId, id)), link: `${deps.config.publicUrl}/pos/${till.slug}?link=${link}` }
  })

/** Locks a device out at once, or withdraws its unused link. */
export const revokeDevice = (
  deps: Deps,
  person: MerchantPerson,
  { tillId, deviceId }: { tillId: number; deviceId: number },
  source: Source,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    const device = await markDeviceRevoked(tx, { merchantId, tillId, id: deviceId })
    if (!device) throw new ApiError('not-found')
    const detail = { name: device.name }
    await announce(tx, tillDeviceRevoked, { id: deviceId, merchantId, detail }, { actor: person, source })
  })

type Limit = { tillId: number; deviceId: number; dailyRefundLimitUsd: string; twoFactorToken: string | undefined }

/** Sets what a device may refund in a day. It hands out a person's second factor, so it needs a 2FA code now. */
export const changeRefundLimit = (
  deps: Deps,
  person: MerchantPerson,
  { tillId, deviceId, dailyRefundLimitUsd, twoFactorToken }: Limit,
  source: Source,
): Promise<TillDevice> =>
  commitThenThrow(deps.db, async (tx) => {
    const { merchantId } = person
    const refusal = await authorizeByTotp(deps, person, twoFactorToken, source)(tx)
    if (refusal) return refusal
    const before = await setRefundLimit(tx, { merchantId, tillId, id: deviceId }, dailyRefundLimitUsd)
    if (!before) throw new ApiError('not-found')
    const detail = { name: before.name, dailyRefundLimitUsd, before: before.dailyRefundLimitUsd }
    await announce(tx, tillDeviceChanged, { id: deviceId, merchantId, detail }, { actor: person, source })
    return getDevice(tx, merchantId, deviceId)
  })

/** A manager unlocks the refunds of a device after 5 wrong PINs. */
export const unlockDevice = (
  deps: Deps,
  person: MerchantPerson,
  { tillId, deviceId }: { tillId: number; deviceId: number },
  source: Source,
): Promise<TillDevice> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    const device = await markDeviceUnlocked(tx, { merchantId, tillId, id: deviceId })
    if (!device) throw new ApiError('not-found')
    await forgetWrongPins(tx, deviceId)
    const detail = { name: device.name }
    await announce(tx, tillDeviceUnlocked, { id: deviceId, merchantId, detail }, { actor: person, source })
    return getDevice(tx, merchantId, deviceId)
  })
