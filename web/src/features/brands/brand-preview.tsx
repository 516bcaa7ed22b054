import { useState } from 'react'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Logo } from '../../ui/logo.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ShopColors } from '../../ui/shop-colors.tsx'
import { ShopTile } from '../../ui/shop-frame.tsx'
import * as t from './messages.ts'

type Shown = { name: string; color: string | null; logoUrl: string | null; contact: string }

const pages = [
  { value: 'checkout', text: t.checkoutPage },
  { value: 'email', text: t.emailPage },
  { value: 'receipt', text: t.receiptPage },
] as const
type PageName = (typeof pages)[number]['value']

const sample = { usd: '53.00', btc: '0.00047389', code: 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }

/** What customers will see, with the colors of the real pages. */
export const BrandPreview = (shown: Shown) => {
  const [page, setPage] = useState<PageName>('checkout')
  return (
    <section className="branding-preview" aria-label={t.preview}>
      <div className="above">
        <h2>{t.preview}</h2>
        <Segmented label={t.shownOn} options={pages} value={page} onChange={setPage} />
      </div>
      <div className="shop sheet" data-color={shown.color ?? undefined} data-page={page}>
        <ShopColors color={shown.color} />
        {page === 'checkout' && <CheckoutSample {...shown} />}
        {page === 'email' && <EmailSample {...shown} />}
        {page === 'receipt' && <ReceiptSample {...shown} />}
      </div>
    </section>
  )
}

const Band = ({ name, logoUrl, about }: { name: string; logoUrl: string | null; about?: string }) => (
  <div className="band">
    <ShopTile name={name} logoUrl={logoUrl} />
    <div className="shop-name">
      <b>{name}</b>
      {about && <span>{about}</span>}
    </div>
  </div>
)

const CheckoutSample = ({ name, logoUrl }: Shown) => (
  <>
    <Band name={name} logoUrl={logoUrl} about={t.sampleInvoice} />
    <div className="body centered">
      <p className="strong">{t.sampleItem}</p>
      <p className="money">
        <Usd amount={sample.usd} />
      </p>
      <Btc amount={sample.btc} />
      <div className="paper">
        <QrCode text={sample.code} label={t.sampleCode} />
      </div>
      <span className="btn btn--signal btn--block">{t.openWallet}</span>
      <PaymentsBy />
    </div>
  </>
)

const EmailSample = ({ name, logoUrl, contact }: Shown) => (
  <>
    <Band name={name} logoUrl={logoUrl} />
    <div className="body">
      <p className="hull">{t.youPaid({ store: name })}</p>
      <p className="quiet">{t.hereIsReceipt}</p>
      <p className="money">
        <Usd amount={sample.usd} />
      </p>
      <span className="btn btn--signal btn--block">{t.viewReceipt}</span>
      {contact && !contact.includes('://') && (
        <p className="small quiet wrap">{t.questions({ store: name, contact })}</p>
      )}
    </div>
  </>
)

const ReceiptSample = ({ name, logoUrl, contact }: Shown) => (
  <div className="body page">
    <div className="whose">
      <ShopTile name={name} logoUrl={logoUrl} />
      <b>{name}</b>
    </div>
    <p className="small">{t.receipt}</p>
    <p className="money">
      <Usd amount={sample.usd} />
    </p>
    <dl className="sum">
      <div>
        <dt>{t.amount}</dt>
        <dd>
          <Usd amount={sample.usd} />
        </dd>
      </div>
      <div>
        <dt>{t.paidWith}</dt>
        <dd>{t.onChain}</dd>
      </div>
    </dl>
    {contact && <p className="small wrap">{t.questions({ store: name, contact })}</p>}
  </div>
)

const PaymentsBy = () => (
  <p className="small quiet by">
    {t.paymentsBy} <Logo name="Bitquay" />
  </p>
)
