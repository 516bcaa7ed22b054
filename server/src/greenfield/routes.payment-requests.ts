import { mostDueDays } from '@bitquay/contract/invoices.due-dates'
import { findUnits } from '@bitquay/contract/money'
import { programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import {
  changeDueInvoice,
  closeInvoice,
  createInvoice,
  findInvoice,
  getAmountDue,
  type InvoiceRow,
  invoiceCanceled,
  markArchived,
  openInvoice,
  shopOrderIdOf,
} from '../invoices/index.ts'
import { requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { listPaymentRequests, presentGreenfieldInvoice, presentPaymentRequest, requestStatusOf } from './queries.ts'
import { joinTexts, readPayment, readPaymentRequest, splitTexts } from './read-payment-request.ts'
import {
  countOf,
  GreenfieldError,
  GreenfieldInvalid,
  type GreenfieldRequest,
  type GreenfieldRoute,
  listOf,
} from './route.ts'

/** BTCPay returns all of them at once. */
const most = 500

const inStore = '/api/v1/stores/:storeId/payment-requests' as const

/** Older clients leave out the store. */
const ofRequest = [`${inStore}/:paymentRequestId`, '/api/v1/payment-requests/:paymentRequestId'] as const

const mayView = 'btcpay.store.canviewpaymentrequests'
const mayModify = 'btcpay.store.canmodifypaymentrequests'

/** A payment request is an invoice with a due date. Its invoice has the same ID. */
export const paymentRequestRoutes = (deps: Deps): GreenfieldRoute[] => {
  const { db, config } = deps
  const getOwn = async ({ apiKey, params }: GreenfieldRequest) => {
    const row = await findInvoice(db, apiKey.merchantId, params.paymentRequestId ?? '')
    if (!row || row.dueAt === null) throw notFound()
    return row
  }
  const show = async (request: GreenfieldRequest) => presentPaymentRequest(await getOwn(request), request.storeId)

  return [
    {
      method: 'POST',
      path: inStore,
      permission: mayModify,
      answer: async ({ apiKey, storeId, body, idempotencyKey }) => {
        const wanted = readPaymentRequest(body)
        const row = await toBtcpayErrors(
          () => 'Title',
          async () => {
            await requireHonestNames(db, apiKey, { title: wanted.title })
            return createInvoice(deps, {
              merchantId: apiKey.merchantId,
              amount: wanted.amount,
              currency: wanted.currency ?? 'USD',
              description: joinTexts(wanted.title, wanted.description ?? ''),
              customerEmail: wanted.email || undefined,
              dueDate: toDueDate(wanted.expiryDate) ?? (await findLatestDueDate(deps)),
              ...(wanted.referenceId ? { metadata: { orderId: wanted.referenceId } } : {}),
              createdBy: `api-key:${apiKey.id}`,
              idempotencyKey,
            })
          },
        )
        return presentPaymentRequest(row, storeId)
      },
    },
    {
      method: 'GET',
      path: inStore,
      permission: mayView,
      answer: async ({ apiKey, storeId, query }) => {
        const rows = await listPaymentRequests(db, apiKey.merchantId, {
          includeArchived: listOf(query.includeArchived)[0]?.toLowerCase() === 'true',
          skip: countOf(query.skip, 0),
          take: Math.min(most, countOf(query.take, most)),
        })
        return rows.map((row) => presentPaymentRequest(row, storeId))
      },
    },
    ...ofRequest.flatMap((path): GreenfieldRoute[] => [
      { method: 'GET', path, permission: mayView, answer: show },
      {
        method: 'PUT',
        path,
        permission: mayModify,
        answer: async (request) => {
          const row = await getOwn(request)
          const wanted = readPaymentRequest(request.body)
          refuseOtherEmail(row, wanted.email)
          const { title, description } = splitTexts(row.description)
          // What an update leaves out stays as it is.
          const terms = {
            amount: wanted.amount,
            currency: wanted.currency ?? row.currency,
            description: joinTexts(wanted.title, wanted.description ?? description),
            dueDate: toDueDate(wanted.expiryDate) ?? row.dueAt?.toISOString() ?? '',
            orderId: (wanted.referenceId ?? shopOrderIdOf(row.metadata)) || undefined,
          }
          await toBtcpayErrors(
            () => (wanted.title === title ? 'Description' : 'Title'),
            async () => {
              if (wanted.title !== title) await requireHonestNames(db, request.apiKey, { title: wanted.title })
              return changeDueInvoice(deps, row, { actor: programOf(request.apiKey), source: request.source, terms })
            },
          )
          return show(request)
        },
      },
      {
        method: 'DELETE',
        path,
        permission: mayModify,
        answer: async (request) => {
          const row = await getOwn(request)
          if (row.archivedAt !== null) throw notFound()
          // Nobody can pay an archived one. If it was paid in the meantime, it stays paid.
          await closeInvoice(deps, row, {
            actor: programOf(request.apiKey),
            source: request.source,
            to: 'invalid',
            fact: invoiceCanceled,
          })
          await inTransaction(db, (tx) => markArchived(tx, row.id, true))
          return undefined
        },
      },
      {
        method: 'POST',
        path: `${path}/pay`,
        permission: mayView,
        answer: async (request) => {
          const row = await getOwn(request)
          const { amount } = readPayment(request.body)
          if (amount && unitsOf(amount) !== unitsOf(await getAmountDue(deps, row))) {
            const message = 'This payment request doesn’t allow custom payment amount'
            throw new GreenfieldInvalid([{ path: 'Amount', message }])
          }
          requirePayable(row)
          await openInvoice(deps, row.invoiceId ?? '', request.source)
          return presentGreenfieldInvoice(await getOwn(request), request.storeId, config.publicUrl)
        },
      },
    ]),
  ]
}

const unitsOf = (amount: string) => findUnits(amount, 8)

const notFound = () => new GreenfieldError(404, 'payment-request-not-found', 'The payment request was not found')

/** A refund goes to this address, so a key that leaked must not be able to change it. */
const refuseOtherEmail = ({ customerEmail }: InvoiceRow, email: string | null | undefined) => {
  if (email === null || email === undefined || email.toLowerCase() === (customerEmail ?? '').toLowerCase()) return
  const message = 'The email address can’t be changed. Create a new payment request'
  throw new GreenfieldInvalid([{ path: 'Email', message }])
}

const requirePayable = (row: InvoiceRow) => {
  if (row.archivedAt !== null) {
    throw new GreenfieldError(400, 'archived', 'You cannot pay an archived payment request')
  }
  const status = requestStatusOf(row)
  if (status === 'Expired') throw new GreenfieldError(400, 'expired', 'This payment request is expired')
  if (status !== 'Pending') throw new GreenfieldError(400, 'already-paid', 'This payment request is already paid')
}

const toDueDate = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? undefined : new Date(seconds * 1000).toISOString()

/** One without an expiry date gets the latest day that we allow, so that the same request is the same order all day. */
const findLatestDueDate = ({ db }: Deps) =>
  inTransaction(db, async ({ now }) =>
    new Date(now.getTime() + (mostDueDays - 1) * 86_400_000).toISOString().slice(0, 10),
  )

const names: Readonly<Record<string, string>> = {
  amount: 'Amount',
  currency: 'Currency',
  dueDate: 'ExpiryDate',
  orderId: 'ReferenceId',
}

/** Names the fields of a refused payment request as BTCPay does. */
const toBtcpayErrors = async <T>(nameText: () => string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields) throw error
    throw new GreenfieldInvalid(error.fields.map(({ path, message }) => ({ path: names[path] ?? nameText(), message })))
  }
}
