import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import { decode } from 'light-bolt11-decoder'
import type { TestApp } from './app.ts'

/** A wallet as the LUDs describe it. It shares no code with the server. */

export type PayRequest = {
  tag: string
  callback: string
  minSendable: number
  maxSendable: number
  metadata: string
  commentAllowed?: number
}

type Answer = { status: number; headers: Record<string, unknown>; body: Record<string, unknown> }

export const createLnurlClient = (server: TestApp, remoteAddress = '203.0.113.7') => {
  const get = async (url: string): Promise<Answer> => {
    const { pathname, search } = new URL(url)
    const answer = await server.app.inject({ method: 'GET', url: `${pathname}${search}`, remoteAddress })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }

  /** LUD-16: `name@host` becomes an address. HTTP is for local hosts only. */
  const resolve = (address: string) => {
    const [name, host = ''] = address.split('@')
    return `${host.startsWith('localhost') ? 'http' : 'https'}://${host}/.well-known/lnurlp/${name}`
  }

  /** LUD-01. */
  const decodeLnurl = (lnurl: string) => {
    const { words } = bech32.decode(lnurl.toLowerCase() as `${string}1${string}`, false)
    return Buffer.from(bech32.fromWords(words)).toString('utf8')
  }

  const read = async (url: string): Promise<PayRequest> => {
    const { body } = await get(url)
    if (body.status === 'ERROR') throw new Error(String(body.reason))
    const request = body as PayRequest
    if (request.tag !== 'payRequest') throw new Error('not a payRequest')
    const entries = JSON.parse(request.metadata) as [string, string][]
    if (entries.filter(([type]) => type === 'text/plain').length !== 1) throw new Error('needs one text/plain')
    return request
  }

  /** The address that the wallet calls for an amount (LUD-06) and a comment (LUD-12). */
  const callbackOf = ({ callback }: PayRequest, amountMsat: bigint | string, comment?: string) => {
    const url = new URL(callback)
    url.searchParams.set('amount', String(amountMsat))
    if (comment !== undefined) url.searchParams.set('comment', comment)
    return url.href
  }

  /** Requests the BOLT11 and checks it as a wallet must, before it is paid. */
  const requestInvoice = async (request: PayRequest, amountMsat: bigint, comment?: string) => {
    const { body } = await get(callbackOf(request, amountMsat, comment))
    if (body.status === 'ERROR') throw new Error(String(body.reason))
    const pr = String(body.pr)
    const { amount, descriptionHash, paymentHash } = readBolt11(pr)
    if (amount !== String(amountMsat)) throw new Error('the BOLT11 has another amount')
    if (descriptionHash !== createHash('sha256').update(request.metadata).digest('hex')) {
      throw new Error('the BOLT11 is not for this metadata')
    }
    return { pr, paymentHash, verify: String(body.verify) }
  }

  return { get, resolve, decodeLnurl, read, callbackOf, requestInvoice }
}

export const readBolt11 = (pr: string) => {
  const { sections } = decode(pr)
  const valueOf = (name: string) => sections.find((section) => section.name === name)
  const text = (name: string) => {
    const section = valueOf(name)
    return section && 'value' in section && typeof section.value === 'string' ? section.value : undefined
  }
  return {
    amount: text('amount'),
    paymentHash: text('payment_hash') ?? '',
    descriptionHash: text('description_hash'),
    description: text('description'),
  }
}
