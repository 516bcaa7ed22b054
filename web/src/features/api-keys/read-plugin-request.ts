import * as t from './messages.ts'
export type PluginRequest = {
  name: string
  /** Where the key is posted; undefined where it is shown instead. */
  redirect: string | undefined
  host: string | undefined
  /** Of the rights asked for, those that a shop gets, in BTCPay's words. */
  given: string[]
  refused: string[]
  /** The shop wants to start refunds, which a manager may allow with a 2FA code. */
  wantsRefunds: boolean
  problem: string | undefined
}

/** What a shop's plugin needs. More than this, such as moving money, is never given by a redirect. */
const forShops = [
  'btcpay.store.canviewstoresettings',
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.webhooks.canmodifywebhooks',
]

/** Starts refunds that a customer claims and a person approves. It is given with a 2FA code only. */
export const refundPermission = 'btcpay.store.cancreatenonapprovedpullpayments'

/** The plugin's question, as its address has it. `plain` says whether http will do, as it does with play money. */
export const readPluginRequest = (params: URLSearchParams, plain: boolean): PluginRequest => {
  const asked = [...params.getAll('permissions'), ...params.getAll('permissions[]')]
    .flatMap((value) => value.split(','))
    .map((permission) => permission.split(':')[0] ?? '')
    .filter((permission) => permission !== '')
  const name = (params.get('applicationName') ?? '').trim().slice(0, 60) || t.someShop
  const text = params.get('redirect') ?? ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const usable = url !== undefined && (url.protocol === 'https:' || (plain && url.protocol === 'http:'))
  return {
    name,
    redirect: usable ? url.href : undefined,
    host: usable ? url.host : undefined,
    given: forShops,
    refused: [...new Set(asked.filter((permission) => ![...forShops, refundPermission].includes(permission)))],
    wantsRefunds: asked.includes(refundPermission),
    problem: text !== '' && !usable ? t.badRedirect : undefined,
  }
}
