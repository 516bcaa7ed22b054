import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { TillDevice } from '../platform/http/person.ts'
import { tillRefundsLocked } from './facts.ts'
import { limits } from './limits.ts'
import { type CashierRow, findCashier, forgetWrongPins, takePinAttempt } from './table.cashiers.ts'
import { isRefundsLocked, lockRefunds } from './table.devices.ts'

const mostWrong = 5

/**
 * Checks a cashier's PIN. The attempt is counted before the PIN is compared, so that simultaneous guesses can't all be
 * the first. The fifth wrong one locks the device, and a locked device compares nothing until a manager unlocks it.
 */
export const checkPin = async (deps: Deps, device: TillDevice, cashierId: number, pin: string): Promise<CashierRow> => {
  await requireAttempts(deps, [limits.pinsOfDevice(device.id)])
  const { cashier, attempt } = await inTransaction(deps.db, async (tx) => {
    if (await isRefundsLocked(tx, device.id)) throw new ApiError('till-refunds-locked')
    const found = await findCashier(tx, device.tillId, cashierId)
    if (!found) throw new ApiError('wrong-pin')
    return { cashier: found, attempt: await takePinAttempt(tx, device.id, cashierId) }
  })
  const isRight = attempt <= mostWrong && (await deps.passwords.verify(cashier.pinHash, pin))
  if (isRight) {
    await inTransaction(deps.db, (tx) => forgetWrongPins(tx, device.id, cashierId))
    return cashier
  }
  if (attempt < mostWrong) throw new ApiError('wrong-pin')
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockRefunds(tx, device.id))) return
    const detail = { name: device.name, cashier: cashier.name }
    await announce(
      tx,
      tillRefundsLocked,
      { id: device.id, merchantId: device.merchantId, detail },
      { actor: { kind: 'till-device', id: device.id, email: null, merchantId: device.merchantId } },
    )
  })
  throw new ApiError('till-refunds-locked')
}
