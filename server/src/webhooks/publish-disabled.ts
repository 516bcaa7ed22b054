import { recordEvent } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { getEndpoint } from './table.endpoints.ts'

/** Publishes that an endpoint was disabled, to the merchant's other endpoints and the list of events. */
export const publishDisabled = async (tx: Tx, merchantId: number, endpointId: number): Promise<void> => {
  const { id, url, description, events, enabled, disabledBecause } = await getEndpoint(tx, merchantId, endpointId)
  const shown = { id, url, description, events, enabled, disabledBecause }
  await recordEvent(tx, merchantId, 'webhook_endpoint.disabled', shown)
}
