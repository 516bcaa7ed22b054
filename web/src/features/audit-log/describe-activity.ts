import type { Act } from '@bitquay/contract/audit-log'
import { formatDateTime } from '../../lib/format-date.ts'
import { formatBtc, formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

/** `merchant-user-created` is shown as "Merchant user created". */
export const nameOfActivity = (act: string): string => plainNames[act] ?? inWords(act)

/** A stored name such as `api-key-created` as people write it. */
const inWords = (name: string): string =>
  capitalize(name.replace(/api-key|lightning-address|loop-out|-/g, (part) => terms[part] ?? ' '))

const terms: Record<string, string> = {
  'api-key': t.apiKey,
  'lightning-address': t.lightningAddress,
  'loop-out': t.loopOut,
}

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const plainNames: Record<string, string> = {
  'fees-announced': t.feesScheduled,
  'fees-withdrawn': t.feesCanceled,
  'invoice-marked-settled': t.invoiceMarkedPaid,
  'invoice-resent': t.invoiceResent,
  'mail-dropped': t.emailDiscarded,
  'email-address-shown': t.emailAddressShown,
  'mail-retried': t.emailRetried,
  'loop-out-cancelled': t.loopOutCanceled,
  'merchant-user-removed': t.userDeleted,
  'recovery-codes-renewed': t.recoveryCodesReplaced,
  'recovery-words-read': t.recoveryPhraseRevealed,
  'refund-approved': t.refundApproved,
  'refund-called-off': t.refundCanceled,
  'refund-offered': t.refundCreated,
  'send-called-off': t.payoutCanceled,
  'send-resolved': t.payoutResolved,
  'restored-payment-decided': t.restoredPaymentDecided,
  'restored-transaction-recorded': t.restoredTransactionRecorded,
  'send-retried': t.payoutRetried,
  'sessions-ended': t.sessionsEnded,
  'store-adopted': t.storeConnected,
  'move-requested': t.moveRequested,
  'move-canceled': t.moveCanceled,
  'merchant-moved': t.merchantMoved,
  'former-store-done': t.formerStoreDone,
  'store-read': t.storeSynced,
  'team-user-invited': t.userInvited,
  'two-factor-disabled': t.twoFactorDisabled,
  'two-factor-enabled': t.twoFactorEnabled,
  'two-factor-paused': t.twoFactorPaused,
  'two-factor-reset': t.twoFactorReset,
  'withdrawal-cancelled': t.withdrawalCanceled,
}

export const actorNames: Record<Act['actorKind'], string> = {
  admin: t.admin,
  merchant: t.merchant,
  'merchant-user': t.merchantUser,
  partner: t.partner,
  'api-key': t.apiKey,
  'till-device': t.tillDevice,
  system: t.system,
  anonymous: t.anonymous,
}

/** An email address, or the ID of an API key. */
export const actorOf = ({ actorEmail, actorKind, actorId }: Pick<Act, 'actorEmail' | 'actorKind' | 'actorId'>) =>
  actorEmail ?? (actorKind === 'api-key' ? t.apiKeyWithId({ id: String(actorId) }) : actorNames[actorKind])

/** Amounts come before the rest, and their values name the currency. Empty values are left out. */
export const detailsOf = (detail: Act['detail']): { name: string; value: string }[] =>
  amountsFirst(Object.entries(detail)).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [{ name: nameOfDetail(name), value: writeDetail(name, value) }],
  )

/** A long address must not push the amount out of sight. */
const amountsFirst = <Value>(entries: readonly [string, Value][]) =>
  entries.toSorted(([a], [b]) => Number(b.startsWith('amount')) - Number(a.startsWith('amount')))

const plainDetails: Record<string, string> = {
  kind: t.type,
  amountUsd: t.amount,
  amountBtc: t.amountInBitcoin,
}

const nameOfDetail = (name: string): string =>
  plainDetails[name] ??
  capitalize(
    name
      .replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
      .replace(/\b(btc|usd|id|ip|url)\b/g, (letters) => letters.toUpperCase()),
  )

const writeDetail = (name: string, value: string | number | boolean): string => {
  if (typeof value !== 'string') return wordOf(value)
  if (name === 'amountUsd') return formatUsd(value)
  if (name === 'amountBtc') return formatBtc(value)
  return name === 'kind' ? (sendNames[value] ?? wordOf(value)) : wordOf(value)
}

const timestamp = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

const wordOf = (value: string | number | boolean): string => {
  if (typeof value === 'boolean') return value ? t.yes : t.no
  return typeof value === 'string' && timestamp.test(value) ? formatDateTime(value) : String(value)
}

/** "Withdrawal 24". A send is named after the money that it moves. */
export const subjectOf = (act: Pick<Act, 'act' | 'subjectKind' | 'subjectId' | 'detail'>): string | undefined => {
  if (act.subjectKind === null) return undefined
  const name =
    act.subjectKind === 'send' ? nameOfSend(act) : (subjectNames[act.subjectKind] ?? inWords(act.subjectKind))
  return act.subjectId === null ? name : `${name} ${act.subjectId}`
}

const nameOfSend = ({ act, detail }: Pick<Act, 'act' | 'detail'>): string => {
  if (act.startsWith('withdrawal-')) return t.withdrawal
  if (act.startsWith('partner-withdrawal-')) return t.partnerPayout
  return sendNames[String(detail.kind)] ?? t.payout
}

const sendNames: Record<string, string> = {
  withdrawal: t.withdrawal,
  payout: t.partnerPayout,
  refund: t.refund,
  'loop-out': t.loopOutPayment,
  sweep: t.feeCollection,
}

/** Stored names that people don't know. */
const subjectNames: Record<string, string> = {
  'fee-schedule': t.feeChange,
  letter: t.email,
  'till-cashier': t.cashier,
  'till-refund': t.refundRequest,
}
