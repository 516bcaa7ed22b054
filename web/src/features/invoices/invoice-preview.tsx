import { Mail, Receipt } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDueDate } from '../../lib/format-due-date.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ShopColors } from '../../ui/shop-colors.tsx'
import { ShopTile } from '../../ui/shop-frame.tsx'
import { useBrand } from '../brands/index.ts'
import * as t from './messages.ts'
import { dayIn } from './use-invoice-form.ts'

type InvoicePreviewProps = {
  name: string
  email: string
  /** As it is shown. Empty until there is one, undefined if the customer chooses it. */
  amount: string | undefined
  description: string
  /** Empty if it is due now. */
  dueDate: string
  minutes: string
  /** Whether the merchant sends reminders. */
  sendsReminders: boolean
}

const tabs = [
  { value: 'email', text: t.emailPreview },
  { value: 'page', text: t.pagePreview },
] as const
type Tab = (typeof tabs)[number]['value']

/** What the customer will get, while it is typed, and what we promise about it. */
export const InvoicePreview = (shown: InvoicePreviewProps) => {
  const { data: brand } = useBrand()
  const [chosen, setChosen] = useState<Tab>()
  const first = shown.name.trim().split(/\s+/)[0]
  const tab = chosen ?? (shown.email ? 'email' : 'page')
  const store = brand?.name ?? brand?.storeName ?? ''
  return (
    <section className="stack gap-3" aria-label={t.previewOf}>
      <div className="across between gap-2">
        <h3 className="text-base strong breaks">{first ? t.whatNameGets({ name: first }) : t.whatCustomerGets}</h3>
        <Segmented label={t.previewOf} options={tabs} value={tab} onChange={setChosen} />
      </div>
      {tab === 'email' && !shown.email ? (
        <p className="muted">{t.noEmailYet}</p>
      ) : (
        <div className="invoice-preview shop" data-color={brand?.shownColor ?? undefined}>
          <ShopColors color={brand?.shownColor ?? null} />
          {tab === 'email' && (
            <p className="small muted breaks">
              {t.emailTo({ email: shown.email })}
              <b className="block">
                {shown.amount === undefined
                  ? t.emailSubjectAny({ store })
                  : t.emailSubject({ store, amount: shown.amount })}
              </b>
            </p>
          )}
          <div className="band across gap-2.5">
            <ShopTile name={store} logoUrl={brand?.logoUrl ?? null} />
            <b>{store}</b>
          </div>
          <div className="stack gap-2.5">
            {shown.description && <span className="muted breaks">{shown.description}</span>}
            <span className="money text-3xl breaks">{shown.amount ?? t.anyAmount}</span>
            {shown.dueDate && <span className="small muted">{t.dueOn({ date: formatDueDate(shown.dueDate) })}</span>}
            {tab === 'email' ? (
              <span className="btn btn--signal btn--block">{t.payInvoice}</span>
            ) : (
              <div className="centered">
                <QrCode size={160} text={window.location.origin} label={t.previewOf} />
              </div>
            )}
            <span className="small quiet">
              {t.anyWallet} {shown.dueDate ? t.priceAtOpening : t.priceFor({ minutes: shown.minutes })}
            </span>
          </div>
        </div>
      )}
      <Promises {...shown} name={first ?? ''} />
    </section>
  )
}

/** Only what is kept. */
const Promises = ({ email, name, dueDate, sendsReminders }: InvoicePreviewProps) => {
  if (!email) return <p className="small">{t.noEmailNoReceipt}</p>
  const who = { name: name || t.theCustomer }
  return (
    <ul className="stack gap-2 small">
      <Promise icon={<Mail className="ico" aria-hidden="true" />}>{t.promiseEmail}</Promise>
      <Promise icon={<Receipt className="ico" aria-hidden="true" />}>{t.promiseReceipt}</Promise>
      {dueDate && sendsReminders && (
        <Promise icon={<Mail className="ico" aria-hidden="true" />}>
          {dueDate > dayIn(3) ? t.promiseReminders(who) : t.promiseLateReminders(who)}
        </Promise>
      )}
    </ul>
  )
}

const Promise = ({ icon, children }: { icon: ReactNode; children: string }) => (
  <li className="flex gap-2">
    {icon}
    <span>{children}</span>
  </li>
)
