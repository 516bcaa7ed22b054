import { directionOf, type Language } from '@bitquay/contract/languages'
import type { Sale } from '@bitquay/contract/tills.pos'
import { useEffect } from 'react'
import { platformBrand } from '../../../content/platform-brand.ts'
import { Price } from '../../../frame/price.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { Btc } from '../../../ui/figures.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { formatBtc } from '../../../ui/money-text.ts'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Check } from '../icons.tsx'
import { SaleLines } from '../sale-lines.tsx'
import { TestFlag } from '../test-flag.tsx'
import { writeTimeLeft } from '../time-left.ts'
import * as t from './messages.ts'
import { useShown } from './show-on-display.ts'
import { useCustomerLanguage } from './use-customer-language.ts'

/** What the customer sees on a second screen: the shop, the total and the code. It has no controls. */
export const DisplayPage = ({ slug }: { slug: string }) => {
  const shown = useShown(slug)
  const { storeName = '', logoUrl = null, sale } = shown ?? {}
  const language = useCustomerLanguage(shown?.language)
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }, [language])
  return (
    <div className="pos column text-base">
      <TestFlag title={t.testMode} hint={t.testModeHint} />
      {sale?.status === 'paid' ? (
        <Paid sale={sale} language={language} />
      ) : sale && payable.has(sale.status) ? (
        <Due sale={sale} storeName={storeName} logoUrl={logoUrl} language={language} />
      ) : (
        <main className="pos-lock across text-base gap-3">
          <h1 className="hull">{storeName || t.welcome}</h1>
          <p className="measure">{t.welcomeHint}</p>
        </main>
      )}
      <footer className="disp-foot cluster gap-3 ruled">
        <span className="nowrap">{t.paymentsBy}</span>
        <Logo name={platformBrand().name} />
        {sale?.expiresAt && payable.has(sale.status) && <TimeLeft sale={sale} />}
      </footer>
    </div>
  )
}

const payable = new Set<Sale['status']>(['waiting', 'partially-paid', 'confirming'])

type DueProps = { sale: Sale; storeName: string; logoUrl: string | null; language: Language }

const Due = ({ sale, storeName, logoUrl, language }: DueProps) => (
  <main className="disp stack middle grow">
    <div>
      <p className="disp-shop across mb-4">
        <span className="tile column" aria-hidden="true">
          {logoUrl ? <img src={logoUrl} alt="" /> : storeName.slice(0, 1)}
        </span>
        {storeName}
      </p>
      <h1 className="sr-only">{t.total}</h1>
      <div className="money">
        <Price amount={sale.total} currency={sale.currency} language={language} />
      </div>
      {sale.amountBtc && <Btc amount={sale.amountBtc} />}
      <SaleLines sale={sale} language={language} />
    </div>
    <div className="qrcard">
      {sale.qrCodeData && sale.status !== 'confirming' ? (
        <QrCode text={sale.qrCodeData} label={t.paymentCode} correction="L" />
      ) : (
        <div className="qr blank stack gap-1.5" />
      )}
      <p className="cap" role="status">
        {describe(sale)}
      </p>
    </div>
  </main>
)

const describe = ({ status, dueBtc }: Sale) => {
  if (status === 'confirming') return t.received
  return status === 'partially-paid' ? t.partPaid({ amount: formatBtc(dueBtc ?? '0') }) : t.scan
}

const Paid = ({ sale, language }: { sale: Sale; language: Language }) => (
  <main className="pos-paid stack phone-single grow">
    <div className="pos-done centered" role="status">
      <div>
        <div className="ring centered">
          <Check className="ico" aria-hidden="true" />
        </div>
        <h1 className="hull">{t.paid}</h1>
        <div className="money">
          <Price amount={sale.total} currency={sale.currency} language={language} />
        </div>
      </div>
    </div>
    {sale.checkoutLink && (
      <div className="rc alone column gap-4.5 middle">
        <h2>{t.receipt}</h2>
        <div className="qrcard">
          <QrCode text={sale.checkoutLink} label={t.receiptCode} />
        </div>
        <p>{t.scanReceipt}</p>
      </div>
    )}
  </main>
)

const TimeLeft = ({ sale }: { sale: Sale }) => {
  const now = useNow(1000)
  return (
    <span className="left nowrap">
      {t.payWithin}{' '}
      <b className="ink text-base" role="timer">
        {writeTimeLeft(Date.parse(sale.expiresAt ?? sale.now) - now.getTime())}
      </b>
    </span>
  )
}
