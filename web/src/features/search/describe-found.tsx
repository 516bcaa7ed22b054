import type { User } from '@bitquay/contract/people'
import type {
  FoundApplication,
  FoundCustomer,
  FoundInvoice,
  FoundMerchant,
  FoundTransaction,
  SearchResults,
} from '@bitquay/contract/search'
import { ClipboardCheck, User as Person, ReceiptText, Store } from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { dateOfTimestamp, formatActivity } from '../../lib/format-date.ts'
import { Usd } from '../../ui/figures.tsx'
import { ApplicationState } from '../applications/index.ts'
import { InvoiceAmount, InvoiceState } from '../invoices/index.ts'
import { ActiveState } from '../merchants/index.ts'
import { directionOf, TransactionState, TypeIcon, whoOf } from '../transactions/index.ts'
import * as t from './messages.ts'
import type { Option, OptionGroup } from './option.ts'
import { Icon } from './option-icon.tsx'

type Portal = User['type']

/** What the server found, in groups, each line with the address of what it shows. */
export const describeFound = (found: SearchResults, portal: Portal): OptionGroup[] => [
  { name: t.merchants, options: found.merchants.map((merchant) => describeMerchant(merchant, portal)) },
  { name: t.applications, options: found.applications.map(describeApplication) },
  { name: t.invoices, options: found.invoices.map(describeInvoice) },
  { name: t.transactions, options: found.transactions.map((transaction) => describeTransaction(transaction, portal)) },
  { name: t.customers, options: found.customers.map(describeCustomer) },
]

const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`

const describeInvoice = (invoice: FoundInvoice): Option => {
  const { invoiceId, customerName, customerEmail, merchantName } = invoice
  return {
    key: `invoice ${invoiceId}`,
    to: addressOf(invoice),
    icon: (
      <Icon>
        <ReceiptText />
      </Icon>
    ),
    title: customerName ?? customerEmail ?? merchantName ?? t.invoiceNumber({ invoiceId }),
    detail: detailOf(invoice),
    badge: <InvoiceState state={invoice.state} overdue={invoice.overdue} />,
    figure: <InvoiceAmount invoice={invoice} />,
  }
}

/** Admins have no page of an invoice: they see its payments, or the merchant while there are none. */
const addressOf = ({ invoiceId, merchantId, state }: FoundInvoice): string => {
  if (merchantId === null) return pathTo(portalPaths.merchant.invoice, { invoiceId })
  if (state === 'unpaid' || state === 'expired' || state === 'invalid') {
    return withQuery(portalPaths.admin.merchants, { open: String(merchantId) })
  }
  return withQuery(portalPaths.admin.transactions, { search: invoiceId })
}

const detailOf = ({ invoiceId, description, orderId, merchantName, createdAt }: FoundInvoice): string => {
  const date = formatActivity(createdAt)
  const subject = description ?? (merchantName === null ? null : t.invoiceNumber({ invoiceId }))
  if (orderId === null) return subject === null ? date : t.described({ description: subject, date })
  return subject === null ? t.order({ orderId, date }) : t.describedOrder({ description: subject, orderId, date })
}

const describeTransaction = (transaction: FoundTransaction, portal: Portal): Option => {
  const { key, txid, merchantName, amountUSD, type, timestamp } = transaction
  const movement = directionOf(transaction)
  const path = portal === 'admin' ? portalPaths.admin.transactions : portalPaths.merchant.transactions
  return {
    to: withQuery(path, { search: txid, open: key }),
    icon: <TypeIcon transaction={transaction} />,
    title: merchantName ?? whoOf(transaction) ?? transaction.description ?? movement,
    detail: t.described({ description: movement, date: formatActivity(dateOfTimestamp(timestamp)) }),
    badge: <TransactionState transaction={transaction} />,
    figure: <Usd amount={amountUSD} signed={type === 'incoming'} />,
  }
}

const describeCustomer = ({ email, name, invoices, receivedUsd }: FoundCustomer): Option => ({
  to: withQuery(portalPaths.merchant.invoices, { search: email }),
  icon: (
    <Icon>
      <Person />
    </Icon>
  ),
  title: name ?? email,
  detail: name === null ? t.invoiceCount({ count: invoices }) : t.customerSummary({ email, count: invoices }),
  figure: <Usd amount={receivedUsd} />,
})

const describeMerchant = ({ id, storeName, email, isActive }: FoundMerchant, portal: Portal): Option => ({
  to:
    portal === 'partner'
      ? withQuery(portalPaths.partner.transactions, { merchant: String(id) })
      : withQuery(portalPaths.admin.merchants, { open: String(id) }),
  icon: (
    <Icon>
      <Store />
    </Icon>
  ),
  title: storeName,
  ...(email === null ? {} : { detail: email }),
  ...(isActive === null ? {} : { badge: <ActiveState isActive={isActive} /> }),
})

const describeApplication = ({ id, businessName, contactName, status, createdAt }: FoundApplication): Option => ({
  to: pathTo(portalPaths.admin.application, { applicationId: id }),
  icon: (
    <Icon>
      <ClipboardCheck />
    </Icon>
  ),
  title: businessName,
  detail: t.contactAt({ contact: contactName, date: formatActivity(createdAt) }),
  badge: <ApplicationState status={status} />,
})
