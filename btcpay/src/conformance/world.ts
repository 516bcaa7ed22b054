import { randomUUID } from 'node:crypto'
import { type BtcpayClient, createBtcpayClient } from '../client.ts'
import { unwrap } from '../outcome.ts'
import type { Auth } from '../send.ts'
import { createTransport, type Transport } from '../transport.ts'
import { LIGHTNING, ON_CHAIN } from '../wire/payment-methods.ts'
import type { CreateStoreRequest } from '../wire/stores.ts'
import type { User } from '../wire/users.ts'
import { eventually } from './eventually.ts'
import { createOpenapiCheck, type OpenapiCheck, readOpenapi } from './openapi-check.ts'
import type { EquippedTarget } from './target.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** One server under test and everything that the tests create on it. Each test creates its own stores and keys. */
export type World = {
  target: EquippedTarget
  /** With an unrestricted key. */
  admin: BtcpayClient
  /** Whether the server has a Lightning node. Without one, requesting a store with Lightning skips the test. */
  hasLightning: boolean
  anonymous: BtcpayClient
  withKey(apiKey: string): BtcpayClient
  /** A client whose key has these permissions, of the administrator or of another user. */
  withPermissions(permissions: string[], userId?: string): Promise<BtcpayClient>
  createUser(): Promise<User>
  /** A new user, who may still use a password, and a client that uses it. */
  createUserWithPassword(): Promise<{ user: User; basic: BtcpayClient }>
  createStore(options?: StoreOptions): Promise<TestStore>
  openapi: OpenapiCheck | undefined
  close(): Promise<void>
}

export type StoreOptions = {
  settings?: Partial<CreateStoreRequest>
  /** A hot wallet by default. */
  wallet?: 'hot' | 'cold' | 'none'
  lightning?: boolean
  /** Dollars per bitcoin, fixed by a rate script. */
  rateUsd?: number
}

export type TestStore = {
  id: string
  mnemonic: string
  /** Creates a webhook for all events. Call it before the events that should be recorded. */
  recordEvents(): Promise<WebhookReceiver>
  /** Adds confirmed coins to the store's wallet. */
  fund(amountSats: bigint): Promise<void>
}

export const openWorld = async (target: EquippedTarget): Promise<World> => {
  const document = readOpenapi(target.openapiPath)
  const basePath = new URL(target.url).pathname.replace(/\/+$/, '')
  const openapi = document && createOpenapiCheck(document, basePath)
  const transport: Transport = createTransport({
    policy: { allowPrivate: true },
    ...(openapi === undefined ? {} : { observe: openapi.observe }),
  })
  const receivers: WebhookReceiver[] = []
  const clientFor = (auth: Auth) => createBtcpayClient({ url: target.url, auth, transport })
  const apiKey = 'apiKey' in target.admin ? target.admin.apiKey : await createAdminKey(clientFor(target.admin))
  const admin = clientFor({ apiKey })
  const hasLightning = (await admin.serverLightning.node()).kind === 'ok'

  const createStore = async (options: StoreOptions = {}): Promise<TestStore> => {
    if (options.lightning === true && !hasLightning) target.skipTest('this server has no Lightning node')
    const settings = { name: 'Conformance', networkFeeMode: 'Never' as const, ...options.settings }
    const store = unwrap(await admin.stores.create(settings))
    const mnemonic = options.wallet === 'none' ? '' : await generateWallet(store.id, options.wallet !== 'cold')
    if (options.lightning === true) {
      unwrap(await admin.paymentMethods.put(store.id, LIGHTNING, { enabled: true, config: 'Internal Node' }))
    }
    if (options.rateUsd !== undefined) {
      const effectiveScript = `BTC_USD = ${options.rateUsd};`
      unwrap(await admin.rates.putConfiguration(store.id, { isCustomScript: true, effectiveScript, spread: 0 }))
    }
    return {
      id: store.id,
      mnemonic,
      recordEvents: async () => {
        const receiver = await startWebhookReceiver(target.receiverHost)
        receivers.push(receiver)
        const webhook = unwrap(await admin.webhooks.create(store.id, { url: receiver.url }))
        receiver.expectSecret(webhook.secret)
        return receiver
      },
      fund: async (amountSats) => {
        const { address } = unwrap(await admin.wallet.address(store.id, { forceGenerate: true }))
        const txid = await target.chain.pay(address, amountSats)
        await target.chain.mine(1)
        await eventually(`${txid} is confirmed`, async () => {
          const outcome = await admin.wallet.getTransaction(store.id, txid)
          return outcome.kind === 'ok' && outcome.value.status === 'Confirmed' ? true : undefined
        })
      },
    }
  }

  const createUserWithPassword = async () => {
    const login = { email: uniqueEmail(), password: randomUUID() }
    const user = unwrap(await admin.users.create({ ...login, sendInvitationEmail: false }))
    return { user, basic: clientFor(login) }
  }

  const generateWallet = async (storeId: string, savePrivateKeys: boolean) => {
    const generated = unwrap(await admin.wallet.generate(storeId, { savePrivateKeys }))
    if (generated.paymentMethodId !== ON_CHAIN) throw new Error('the wallet is not an on-chain wallet')
    return generated.mnemonic
  }

  return {
    target,
    admin,
    hasLightning,
    anonymous: clientFor('anonymous'),
    withKey: (key) => clientFor({ apiKey: key }),
    withPermissions: async (permissions, userId) => {
      const created =
        userId === undefined
          ? await admin.keys.create({ permissions })
          : await admin.keys.createForUser(userId, { permissions })
      return clientFor({ apiKey: unwrap(created).apiKey })
    },
    createUser: async () => (await createUserWithPassword()).user,
    createUserWithPassword,
    createStore,
    openapi,
    close: async () => {
      for (const receiver of receivers) await receiver.close()
      await transport.close()
      await target.close()
    },
  }
}

const createAdminKey = async (basic: BtcpayClient): Promise<string> =>
  unwrap(await basic.keys.create({ permissions: ['unrestricted'] })).apiKey

export const uniqueEmail = (): string => `user-${randomUUID()}@conformance.test`
