import { randomBytes } from 'node:crypto'
import type { Clock, Engine } from '../engine/engine.ts'
import type { PromptContext } from '../engine/invoices/create-prompts.ts'
import type { Invoice } from '../engine/invoices/invoice.ts'
import { type InvoiceBook, openInvoiceBook } from '../engine/invoices/invoice-book.ts'
import { type InvoiceEvent, openWatcher, type Watcher } from '../engine/invoices/watcher.ts'
import { type Keys, openKeys } from '../engine/keys/keys.ts'
import { openRates, type Rates } from '../engine/rates/rates.ts'
import { newApiKey, newUserId } from '../engine/stores/ids.ts'
import { openStores, type Stores } from '../engine/stores/stores.ts'
import { hashPassword, openUsers, type Users } from '../engine/users/users.ts'
import type { WebhookEvent } from '../engine/webhooks/webhook.ts'
import { openWebhookSender, type WebhookSender } from '../engine/webhooks/webhook-sender.ts'
import { openWebhooks, type Webhooks } from '../engine/webhooks/webhooks.ts'
import { type LateParts, openLateParts } from './late-parts.ts'
import { openReplacedCoins, type ReplacedCoins } from './replaced-coins.ts'
import { toPaymentView } from './views/payment-view.ts'

/** Server-wide settings that BTCPay has on its own admin pages. */
export type ServerSettings = {
  id: 'server'
  adminKey: string
  adminEmail: string
  adminPassword: string
  /** "Non-admins can create hot wallets": without it a scoped key can't sign. */
  hotWalletsForAll: boolean
  /** "Non-admins can use the internal Lightning node". */
  internalNodeForAll: boolean
  /** Whether the server has a Lightning node of its own. Missing in folders of older versions, which all had one. */
  internalNode?: boolean
  /** How many stores a user may have. Null is no limit, and administrators have none. */
  storeQuota: number | null
  /** Mines a block every this many seconds. 0 is off. */
  automineSeconds: number
}

/** All parts of one BTCPay Server, on top of the sandbox's core. */
export type Btcpay = PromptContext & {
  engine: Engine
  users: Users
  keys: Keys
  stores: Stores
  book: InvoiceBook
  webhooks: Webhooks
  sender: WebhookSender
  rates: Rates
  replacedCoins: ReplacedCoins
  lateParts: LateParts
  watcher: Watcher
  settings(): ServerSettings
  changeSettings(change: Partial<Omit<ServerSettings, 'id'>>): void
  /** BTCPay remembers the store of a webhook for ten minutes, also after the webhook is deleted. */
  storeOfWebhook(webhookId: string): string | undefined
  /** Whether the server can reach this node at all: "Internal Node" can be set on a store of a server without one. */
  hasNode(nodeId: string): boolean
  setNodeDown(nodeId: string, isDown: boolean): void
  setOutliveSeconds(nodeId: string, seconds: number): void
  close(): void
}

export const openBtcpay = (engine: Engine, seed: string): Btcpay => {
  const { store: journal, clock } = engine
  const settings = journal.collection<ServerSettings>('btcpay.settings', { id: (entry) => entry.id })
  const users = openUsers(journal)
  const keys = openKeys(journal)
  const stores = openStores(journal)
  const book = openInvoiceBook(journal)
  const webhooks = openWebhooks(journal)
  const sender = openWebhookSender(webhooks, clock)
  const rates = openRates(journal, clock, seed)
  const nodesDown = new Set<string>()
  const hasNode = (nodeId: string) =>
    nodeId !== engine.lightning.sharedNodeId || (settings.get('server')?.internalNode ?? true)
  const isNodeDown = (nodeId: string) => nodesDown.has(nodeId) || !hasNode(nodeId)
  const outliving = new Map<string, number>()
  const outliveSeconds = (nodeId: string) => outliving.get(nodeId) ?? 0

  /** The row is on the disk before the event is published, so a reader of the webhook finds the new state. */
  const publish = (invoice: Invoice, event: InvoiceEvent): void => {
    const timestamp = clock.nowSeconds()
    const body = webhookEventOf(invoice, event)
    journal.afterSync(() => sender.send(body, timestamp))
  }

  const watcher = openWatcher({ engine, book, isNodeDown, outliveSeconds, publish, findStore: stores.find })

  if (!settings.has('server')) {
    const admin = foundServer(users, keys, clock.nowSeconds())
    settings.put({
      id: 'server',
      ...admin,
      hotWalletsForAll: true,
      internalNodeForAll: false,
      storeQuota: null,
      automineSeconds: 0,
    })
  }
  const current = () => {
    const found = settings.get('server')
    if (!found) throw new Error('the server settings are missing')
    return found
  }

  return {
    engine,
    users,
    keys,
    stores,
    book,
    webhooks,
    sender,
    rates,
    replacedCoins: openReplacedCoins(engine),
    lateParts: openLateParts(engine),
    watcher,
    hasNode,
    isNodeDown,
    outliveSeconds,
    setOutliveSeconds: (nodeId, seconds) => void outliving.set(nodeId, seconds),
    storeOfWebhook: rememberStores(webhooks, clock),
    settings: current,
    changeSettings: (change) => settings.put({ ...current(), ...change }),
    setNodeDown(nodeId, isDown) {
      if (isDown) nodesDown.add(nodeId)
      else nodesDown.delete(nodeId)
    },
    close() {
      watcher.close()
      sender.close()
    },
  }
}

const rememberStores = (webhooks: Webhooks, clock: Clock): ((webhookId: string) => string | undefined) => {
  const remembered = new Map<string, { storeId: string; untilMs: number }>()
  return (webhookId) => {
    const known = remembered.get(webhookId)
    const isFresh = known !== undefined && known.untilMs > clock.now()
    const storeId = isFresh ? known.storeId : webhooks.find(webhookId)?.storeId
    if (storeId === undefined) remembered.delete(webhookId)
    else remembered.set(webhookId, { storeId, untilMs: clock.now() + 600_000 })
    return storeId
  }
}

/** Creates the first administrator with an unrestricted key, which an operator of a real server creates manually. */
const foundServer = (users: Users, keys: Keys, createdAt: number) => {
  const id = newUserId()
  const adminKey = newApiKey()
  const adminEmail = 'admin@sandbox.test'
  const adminPassword = randomBytes(12).toString('hex')
  users.put({
    id,
    email: adminEmail,
    name: null,
    imageUrl: null,
    password: hashPassword(adminPassword),
    isAdmin: true,
    isApproved: true,
    requiresApproval: false,
    isLocked: false,
    createdAt,
    storeQuota: null,
  })
  keys.put({ key: adminKey, userId: id, label: 'Sandbox', permissions: ['unrestricted'] })
  return { adminKey, adminEmail, adminPassword }
}

const webhookEventOf = (invoice: Invoice, event: InvoiceEvent): WebhookEvent => {
  const { type, ...rest } = event
  const envelope = { type, storeId: invoice.storeId, invoiceId: invoice.id, metadata: invoice.metadata }
  if (!('payment' in rest)) return { ...envelope, ...rest }
  const { afterExpiration, payment } = rest
  return { ...envelope, afterExpiration, paymentMethodId: payment.methodId, payment: toPaymentView(payment) }
}
