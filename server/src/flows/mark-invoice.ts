import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { recordAct } from '../modules/act-log/record-act.ts'
import { findStore, openStore } from '../modules/stores/store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { readInvoice } from './read-invoice.ts'
import { saveInvoice } from './save-invoice.ts'

/** A person decides what the engine left open. Marking moves no money: payments are booked for themselves. */
export const markInvoice = async (
  deps: Deps,
  person: MerchantPerson,
  invoiceId: string,
  status: 'settled' | 'invalid',
) => {
  const store = openStore(await findStore(deps.db, person.merchantId), deps.sealer)
  if (!store) throw new ApiError('not-configured')
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const marked = await client.invoices.mark(store.storeId, invoiceId, status === 'settled' ? 'Settled' : 'Invalid')
  if (marked.kind === 'refused') {
    throw new ApiError('engine-refused', { message: `This invoice cannot be marked ${status} any more.` })
  }
  if (marked.kind !== 'ok') throw new ApiError('engine-unavailable', { cause: marked })
  const reading = unwrap(await readInvoice(client, store.storeId, invoiceId))
  await inTransaction(deps.db, async (tx) => {
    if (reading) await saveInvoice(tx, deps.config.publicUrl, person.merchantId, reading.snapshot)
    await recordAct(tx, {
      actor: person,
      act: `invoice-marked-${status}`,
      subject: { kind: 'invoice', id: invoiceId },
      merchantId: person.merchantId,
    })
    await noteChange(tx, `merchant:${person.merchantId}`, 'invoices')
  })
}
