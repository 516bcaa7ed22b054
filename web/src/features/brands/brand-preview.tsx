import { useState } from 'react'
import { platformBrand } from '../../content/platform-brand.ts'
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
    <section className="branding-preview stack min-w-0 gap-3" aria-label={t.preview}>
      <div className="across between">
        <h2 className="text-base strong">{t.preview}</h2>
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
  <div className="band across gap-3">
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
    <div className="body centered gap-4.5">
      <p className="strong">{t.sampleItem}</p>
      <p className="money">
        <Usd amount={sample.usd} />
      </p>
      <Btc amount={sample.btc} />
      <div className="paper">
        <QrCode text={sample.code} label={t.sampleCode} />
      </div>
      <span className="btn btn--signal btn--block full">{t.openWallet}</span>
      <PaymentsBy />
    </div>
  </>
)

const EmailSample = ({ name, logoUrl, contact }: Shown) => (
  <>
    <Band name={name} logoUrl={logoUrl} />
    <div className="body gap-4.5">
      <p className="hull text-xl breaks">{t.youPaid({ store: name })}</p>
      <p className="quiet">{t.hereIsReceipt}</p>
      <p className="money">
        <Usd amount={sample.usd} />
      </p>
      <span className="btn btn--signal btn--block full">{t.viewReceipt}</span>
      {contact && !contact.includes('://') && (
        <p className="small quiet wrap breaks">{t.questions({ store: name, contact })}</p>
      )}
    </div>
  </>
)

const ReceiptSample = ({ name, logoUrl, contact }: Shown) => (
  <div className="body page ink gap-4.5">
    <div className="across gap-3 mb-3">
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
    {contact && <p className="small wrap breaks">{t.questions({ store: name, contact })}</p>}
  </div>
)

const PaymentsBy = () => (
  <p className="small quiet by inline-row gap-2">
    {t.paymentsBy} <Logo name={platformBrand().name} />
  </p>
)
