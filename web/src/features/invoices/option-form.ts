import type { InvoiceOptions, PayMethod } from '@bitquay/contract/invoices.options'
import type { FieldSentences } from '../../lib/use-contract-form.ts'
import * as t from './messages.ts'
import { findBaseUnits } from './price-invoice.ts'

/** The options as they are typed. An empty field leaves an option out. */
export type OptionFields = {
  expirationMinutes: string
  /** A single method, or empty for all. */
  methods: string
  lightningMax: string
  onChainMin: string
  paymentTolerance: string
  confirmations: string
  redirectUrl: string
  redirectAutomatically: boolean
  cancelUrl: string
  language: string
  orderId: string
  /** A note, and one `name=value` on each further line. */
  metadata: string
}

type Options = Pick<
  InvoiceOptions,
  | 'expirationMinutes'
  | 'paymentMethods'
  | 'methodLimits'
  | 'paymentTolerance'
  | 'confirmations'
  | 'redirectAutomatically'
  | 'cancelUrl'
  | 'language'
  | 'orderId'
> & { redirectUrl?: string | undefined; metadata?: Record<string, string> | undefined }

/** Saved options as values of the form. Without any, the form is empty. */
export const optionFieldsOf = (saved: Partial<Record<keyof Options, unknown>> = {}): OptionFields => {
  const options = saved as Options
  const limitOf = (method: PayMethod) => options.methodLimits?.find((limit) => limit.method === method)
  const [only, other] = options.paymentMethods ?? []
  return {
    expirationMinutes: textOf(options.expirationMinutes),
    methods: only && !other ? only : '',
    lightningMax: limitOf('lightning')?.max ?? '',
    onChainMin: limitOf('on-chain')?.min ?? '',
    paymentTolerance: textOf(options.paymentTolerance),
    confirmations: textOf(options.confirmations),
    redirectUrl: options.redirectUrl ?? '',
    redirectAutomatically: options.redirectAutomatically ?? false,
    cancelUrl: options.cancelUrl ?? '',
    language: options.language ?? '',
    orderId: options.orderId ?? '',
    metadata: Object.entries(options.metadata ?? {})
      .map(([name, value]) => (name === 'note' && !value.includes('=') ? value : `${name}=${value}`))
      .join('\n'),
  }
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))

/** What to send for the options. Those that are empty are left out. */
export const toOptions = (fields: OptionFields): Options => {
  const limits = [
    ...(fields.lightningMax.trim() ? [{ method: 'lightning' as const, max: plain(fields.lightningMax) }] : []),
    ...(fields.onChainMin.trim() ? [{ method: 'on-chain' as const, min: plain(fields.onChainMin) }] : []),
  ]
  const metadata = readMetadata(fields.metadata) ?? {}
  const [redirectUrl, cancelUrl, orderId] = [fields.redirectUrl, fields.cancelUrl, fields.orderId].map((text) =>
    text.trim(),
  )
  return {
    ...(fields.expirationMinutes.trim() ? { expirationMinutes: Number(fields.expirationMinutes) } : {}),
    ...(fields.methods === 'on-chain' || fields.methods === 'lightning' ? { paymentMethods: [fields.methods] } : {}),
    ...(limits.length > 0 ? { methodLimits: limits } : {}),
    ...(fields.paymentTolerance.trim() ? { paymentTolerance: Number(fields.paymentTolerance) } : {}),
    ...(fields.confirmations ? { confirmations: Number(fields.confirmations) as 0 | 1 | 2 | 6 } : {}),
    ...(redirectUrl ? { redirectUrl } : {}),
    ...(fields.redirectAutomatically ? { redirectAutomatically: true } : {}),
    ...(cancelUrl ? { cancelUrl } : {}),
    ...(fields.language ? { language: fields.language } : {}),
    ...(orderId ? { orderId } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}

/** What to send when options are changed: only those that were touched. Null removes one. */
export const toOptionChange = (
  before: OptionFields,
  after: OptionFields,
): { [Name in keyof Options]?: Options[Name] | null } => {
  const [old, wanted]: Record<string, unknown>[] = [toOptions(before), toOptions(after)]
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(wanted ?? {})])]
  const changed = names.filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(wanted?.[name]))
  return Object.fromEntries(changed.map((name) => [name, wanted?.[name] ?? null]))
}

const plain = (amount: string) => amount.trim().replaceAll(',', '')

/** Lines without an equals sign are the note. Undefined when it is too long, or a line has no name before the sign. */
const readMetadata = (typed: string): Record<string, string> | undefined => {
  const lines = typed.split('\n').filter((line) => line.trim())
  const named = lines.filter((line) => line.includes('='))
  const note = lines
    .filter((line) => !line.includes('='))
    .map((line) => line.trim())
    .join('\n')
  const pairs = named.map((line) => /^\s*([^=]{1,40}?)\s*=\s*(.{0,500}?)\s*$/.exec(line))
  if (pairs.length > (note ? 19 : 20) || note.length > 500 || pairs.includes(null)) return undefined
  return {
    ...Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])),
    ...(note ? { note } : {}),
  }
}

export const findOptionErrors = (fields: OptionFields, currency: string): FieldSentences<OptionFields> => {
  const isAmount = (text: string) => !text.trim() || findBaseUnits(text, currency) !== undefined
  const isLink = (text: string) => !text.trim() || (/^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim()))
  const minutes = fields.expirationMinutes.trim()
  const tolerance = fields.paymentTolerance.trim()
  return {
    ...(minutes && !(/^\d{1,6}$/.test(minutes) && Number(minutes) >= 1 && Number(minutes) <= 525_600)
      ? { expirationMinutes: t.minutesWrong }
      : {}),
    ...(tolerance && !(/^\d{1,3}(\.\d{1,2})?$/.test(tolerance) && Number(tolerance) <= 100)
      ? { paymentTolerance: t.toleranceWrong }
      : {}),
    ...(isAmount(fields.lightningMax) ? {} : { lightningMax: t.amountWrong }),
    ...(isAmount(fields.onChainMin) ? {} : { onChainMin: t.amountWrong }),
    ...(isLink(fields.redirectUrl) ? {} : { redirectUrl: t.urlWrong }),
    ...(isLink(fields.cancelUrl) ? {} : { cancelUrl: t.urlWrong }),
    ...(readMetadata(fields.metadata) ? {} : { metadata: t.metadataWrong }),
  }
}
