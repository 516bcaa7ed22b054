import type { Checkout } from '@bitquay/contract/invoices'
import { type KeyboardEvent, useState } from 'react'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Block } from '../../ui/badge.tsx'
import { Btc } from '../../ui/figures.tsx'
import { loadEncoder, QrCode } from '../../ui/qr-code.tsx'
import { CopyPlate } from './copy-plate.tsx'
import { Gantry } from './gantry.tsx'
import * as t from './messages.ts'
import { type Way, type WayToPay, waysToPay } from './payment-links.ts'

// Fetched with the page, so that the code need not wait for the invoice first.
loadEncoder().catch(() => undefined)

type PayProps = {
  checkout: Checkout
  /** The line below the code. */
  sentence: string
  /** Time is up: the code must not be used any more. */
  closed: boolean
}

/** The code, the wallet link and everything to copy, for any wallet or for one way of paying. */
export const Pay = ({ checkout, sentence, closed }: PayProps) => {
  const [chosen, setChosen] = useState<Way>('any')
  const ways = waysToPay(checkout)
  const shown = ways.find(({ way }) => way === chosen) ?? ways[0]
  if (!shown) return <p className="gap muted">{t.cannotPay({ store: checkout.storeName })}</p>
  return (
    <>
      {ways.length > 1 && <Tabs ways={ways} shown={shown.way} onChoose={setChosen} />}
      <div
        className="pay"
        role={ways.length > 1 ? 'tabpanel' : undefined}
        id="way"
        aria-labelledby={`tab-${shown.way}`}
      >
        <div className="picture">
          <Gantry lit />
          <div className="qrcard">
            <div className="paper">
              {closed ? (
                <p className="closed">{t.codeClosed}</p>
              ) : (
                <QrCode text={shown.code} label={codeNames[shown.way]} correction="L" />
              )}
            </div>
            <p className="cap">
              <Block shape="dashed" />
              {sentence}
            </p>
          </div>
        </div>
        {!closed && <Actions checkout={checkout} way={shown} />}
      </div>
    </>
  )
}

const codeNames: Record<Way, string> = {
  any: t.anyCode,
  lightning: t.lightningCode,
  'on-chain': t.bitcoinCode,
}

const Actions = ({ checkout, way: { way, link, amountBtc } }: { checkout: Checkout; way: WayToPay }) => {
  const page = `${location.origin}/i/${checkout.invoiceId}`
  return (
    <>
      <div className="acts">
        <a className="btn btn--signal" href={link}>
          {t.openWallet}
        </a>
      </div>
      <div className="copies">
        {way !== 'lightning' && checkout.bitcoinAddress && (
          <CopyPlate
            label={t.address}
            text={checkout.bitcoinAddress}
            shown={<span className="mono">{shortenMiddle(checkout.bitcoinAddress, 12, 28)}</span>}
          />
        )}
        {way !== 'on-chain' && checkout.lightningInvoice && (
          <CopyPlate
            label={t.lightningInvoice}
            text={checkout.lightningInvoice}
            shown={<span className="mono">{shortenMiddle(checkout.lightningInvoice, 12, 28)}</span>}
          />
        )}
        {amountBtc && <CopyPlate label={t.amount} text={amountBtc} shown={<Btc amount={amountBtc} />} />}
        <CopyPlate label={t.pageLink} text={page} shown={page.replace(/^https?:\/\//, '')} />
      </div>
    </>
  )
}

type TabsProps = { ways: WayToPay[]; shown: Way; onChoose: (way: Way) => void }

/** Arrow keys move between the tabs, as everywhere. */
const Tabs = ({ ways, shown, onChoose }: TabsProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = ways.findIndex(({ way }) => way === shown)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ways.length - 1 }[event.key]
    const next = to === undefined ? undefined : ways[(to + ways.length) % ways.length]
    if (!next) return
    event.preventDefault()
    onChoose(next.way)
    document.getElementById(`tab-${next.way}`)?.focus()
  }
  return (
    <div className="seg ways" role="tablist" aria-label={t.ways}>
      {ways.map(({ way, name }) => (
        <button
          key={way}
          type="button"
          role="tab"
          id={`tab-${way}`}
          aria-selected={way === shown}
          aria-controls="way"
          tabIndex={way === shown ? 0 : -1}
          onClick={() => onChoose(way)}
          onKeyDown={onKeyDown}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
