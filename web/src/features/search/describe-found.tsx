import type { User } from '@bitquay/contract/people'
import type {
  FoundApplication,
  FoundCustomer,
  FoundInvoice,
  FoundMerchant,
  FoundPartner,
  FoundPerson,
  FoundPromoCode,
  FoundTransaction,
  SearchResults,
} from '@bitquay/contract/search'
import {
  ClipboardCheck,
  Handshake,
  User as Person,
  ReceiptText,
  Search,
  ShieldCheck,
  Store,
  TicketPercent,
} from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { dateOfTimestamp, formatActivity, formatRelative } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
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
export const describeFound = (found: SearchResults, portal: Portal, query: string): OptionGroup[] => {
  const groups: OptionGroup[] = describeGroups(found, portal)
  return portal === 'admin' ? groups.map((group) => shorten(group, query)) : groups
}

const describeGroups = (found: SearchResults, portal: Portal): OptionGroup[] => [
  { name: t.merchants, options: found.merchants.map((merchant) => describeMerchant(merchant, portal)) },
  { name: t.people, options: found.people.map(describePerson) },
  { name: t.partners, options: found.partners.map(describePartner) },
  { name: t.promoCodes, options: found.promoCodes.map(describePromoCode) },
  { name: t.applications, options: found.applications.map(describeApplication) },
  { name: t.invoices, options: found.invoices.map(describeInvoice) },
  { name: t.transactions, options: found.transactions.map((transaction) => describeTransaction(transaction, portal)) },
  { name: t.customers, options: found.customers.map(describeCustomer) },
]

/** Admins see many groups, so each has two lines, and a third one leads to the list where there are more. */
const mostOfGroup = 2
const listsOf: Record<string, string> = {
  [t.merchants]: portalPaths.admin.merchants,
  [t.people]: portalPaths.admin.users,
  [t.applications]: portalPaths.admin.applications,
  [t.transactions]: portalPaths.admin.transactions,
}

const shorten = ({ name, options }: OptionGroup, query: string): OptionGroup => {
  const list = listsOf[name]
  if (options.length <= mostOfGroup || list === undefined) return { name, options: options.slice(0, mostOfGroup) }
  const more: Option = {
    to: withQuery(list, { search: query }),
    icon: (
      <Icon>
        <Search />
      </Icon>
    ),
    title: t.allOf({ group: name }),
  }
  return { name, options: [...options.slice(0, mostOfGroup), more] }
}

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

const describePerson = ({
  kind,
  id,
  name,
  email,
  role,
  merchantName,
  status,
  twoFactorEnabled,
  lastSeenAt,
}: FoundPerson): Option => ({
  key: `person ${kind} ${id}`,
  to: kind === 'admin' ? portalPaths.admin.administrators : withQuery(portalPaths.admin.users, { search: email }),
  icon: <Icon>{kind === 'admin' ? <ShieldCheck /> : <Person />}</Icon>,
  title: name,
  detail: role === null ? t.adminAt({ email }) : t.personAt({ role: roles[role], store: merchantName ?? '', email }),
  badge: <PersonState status={status} twoFactorEnabled={twoFactorEnabled} />,
  ...(lastSeenAt === null ? {} : { figure: formatRelative(lastSeenAt) }),
})

const roles = { owner: t.owner, admin: t.storeAdmin, user: t.storeUser }

/** The one fact that matters. */
const PersonState = ({ status, twoFactorEnabled }: Pick<FoundPerson, 'status' | 'twoFactorEnabled'>) => {
  if (status === 'invited') return <Badge shape="dashed">{t.invited}</Badge>
  if (status === 'expired') return <Badge shape="crossed">{t.expired}</Badge>
  if (status === 'inactive') return <ActiveState isActive={false} />
  return twoFactorEnabled ? null : <Badge shape="dashed">{t.twoFactorOff}</Badge>
}

const describePartner = ({ id, name, email, sharePercentage, isActive }: FoundPartner): Option => ({
  to: pathTo(portalPaths.admin.partner, { partnerId: id }),
  icon: (
    <Icon>
      <Handshake />
    </Icon>
  ),
  title: name,
  detail: email,
  ...(isActive ? {} : { badge: <ActiveState isActive={false} /> }),
  figure: formatPercent(sharePercentage),
})

const describePromoCode = ({ id, code, description, state }: FoundPromoCode): Option => ({
  key: `promo code ${id}`,
  to: withQuery(portalPaths.admin.promoCodes, { state }),
  icon: (
    <Icon>
      <TicketPercent />
    </Icon>
  ),
  title: code,
  detail: description,
  badge: <Badge shape={state === 'active' ? 'solid' : 'open'}>{codeStates[state]}</Badge>,
})

const codeStates = {
  active: t.codeActive,
  suspended: t.codeSuspended,
  used: t.codeUsed,
  expired: t.expired,
  revoked: t.codeRevoked,
}
