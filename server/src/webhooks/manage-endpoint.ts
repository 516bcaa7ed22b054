import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce, type By, savePing } from '../facts/index.ts'
import { lockMerchant } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import {
  webhookAdded,
  webhookChanged,
  webhookRemoved,
  webhookSecretRotated,
  webhookSent,
  webhookTurnedOff,
} from './facts.ts'
import { limits } from './limits.ts'
import type { DeliveryRow } from './queries.ts'
import { addDelivery, resendDelivery, resendRange } from './table.deliveries.ts'
import {
  addEndpoint as add,
  changeEndpoint as change,
  type EndpointChange,
  getEndpoint,
  type NewEndpoint,
  removeEndpoint as remove,
  replaceSecret,
  rotateSecret as rotate,
} from './table.endpoints.ts'
import { requireWebhookUrl } from './url-policy.ts'

/** Who changes the endpoints of a merchant: a person, or a shop's plugin with an API key. */
export type EndpointOwner = {
  merchantId: number
  /** As stored in `created_by`. */
  name: string
  actor: By['actor']
  source: Source
}

export const ownerOf = (person: MerchantPerson, source: Source): EndpointOwner => ({
  merchantId: person.merchantId,
  name: `${person.kind}:${person.id}`,
  actor: person,
  source,
})

export const addEndpoint = async (
  deps: Deps,
  owner: EndpointOwner,
  endpoint: Omit<NewEndpoint, 'merchantId' | 'createdBy'>,
) => {
  requireWebhookUrl(deps.config, endpoint.url)
  await requireAttempts(deps, [limits.newEndpoints(owner.merchantId)])
  return inTransaction(deps.db, async (tx) => {
    // Counted and added under a lock, so that simultaneous requests never add too many.
    await lockMerchant(tx, owner.merchantId)
    const created = await add(tx, deps.sealer, { ...endpoint, merchantId: owner.merchantId, createdBy: owner.name })
    const { merchantId } = owner
    const detail = { host: new URL(endpoint.url).host }
    await announce(tx, webhookAdded, { id: created.row.id, merchantId, detail }, owner)
    return created
  })
}

export const changeEndpoint = (
  deps: Deps,
  owner: EndpointOwner,
  id: number,
  { secret, ...wanted }: EndpointChange & { secret?: string | undefined },
) => {
  if (wanted.url !== undefined) requireWebhookUrl(deps.config, wanted.url)
  return inTransaction(deps.db, async (tx) => {
    const row = await getEndpoint(tx, owner.merchantId, id)
    await change(tx, id, wanted)
    if (secret !== undefined) await replaceSecret(tx, deps.sealer, row, secret)
    const detail = wanted.enabled === undefined ? {} : { enabled: wanted.enabled }
    const changed = row.enabled && wanted.enabled === false ? webhookTurnedOff : webhookChanged
    await announce(tx, changed, { id, merchantId: owner.merchantId, detail }, owner)
  })
}

export const removeEndpoint = (deps: Deps, owner: EndpointOwner, id: number) =>
  inTransaction(deps.db, async (tx) => {
    await getEndpoint(tx, owner.merchantId, id)
    await remove(tx, id)
    await announce(tx, webhookRemoved, { id, merchantId: owner.merchantId }, owner)
  })

export const rotateSecret = (deps: Deps, owner: EndpointOwner, id: number): Promise<string> =>
  inTransaction(deps.db, async (tx) => {
    const secret = await rotate(tx, deps.sealer, await getEndpoint(tx, owner.merchantId, id))
    await announce(tx, webhookSecretRotated, { id, merchantId: owner.merchantId }, owner)
    return secret
  })

export const pingEndpoint = async (deps: Deps, merchantId: number, id: number): Promise<bigint> => {
  const endpoint = await getEndpoint(deps.db, merchantId, id)
  await requireAttempts(deps, [limits.webhookResends(id)])
  const deliveryId = await inTransaction(deps.db, async (tx) =>
    addDelivery(tx, endpoint.id, await savePing(tx, endpoint.merchantId, endpoint.id)),
  )
  deps.wake('deliver-webhooks')
  return deliveryId
}

export const resendToEndpoint = async (
  deps: Deps,
  merchantId: number,
  id: number,
  range: { from: Date; to: Date; delivered: boolean },
): Promise<number> => {
  const endpoint = await getEndpoint(deps.db, merchantId, id)
  await requireAttempts(deps, [limits.webhookResends(id)])
  return inTransaction(deps.db, async (tx) => {
    const count = await resendRange(tx, endpoint, range)
    await announce(tx, webhookSent, { merchantId })
    return count
  })
}

export const resendOne = async (deps: Deps, merchantId: number, { id, endpointId }: DeliveryRow) => {
  await requireAttempts(deps, [limits.webhookResends(endpointId)])
  await inTransaction(deps.db, async (tx) => {
    await resendDelivery(tx, id)
    await announce(tx, webhookSent, { merchantId })
  })
  deps.wake('deliver-webhooks')
}
