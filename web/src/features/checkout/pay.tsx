import type { Checkout } from '@bitquay/contract/checkout'
import { isCutOff } from '@bitquay/contract/checkout.title'
import type { KeyboardEvent } from 'react'
import { shortenMiddle } from '../../lib/shorten.ts'
import { formatBtc } from '../../ui/money-text.ts'
import { WalletIcon } from '../../ui/shop-icons.tsx'
import { WithoutScript } from '../../ui/without-script.tsx'
import { hereWith } from './check-again.tsx'
import { CopyPlate, WholePlate } from './copy-plate.tsx'
import * as t from './messages.ts'
import { CanceledNote } from './notes.tsx'
import { PartSum } from './part-sum.tsx'
import { amountOfBolt11, type Way, type WayToPay } from './payment-links.ts'
import type { Phase } from './phase.ts'

type PayProps = {
  checkout: Checkout
  phase: Phase
  ways: WayToPay[]
  shown: WayToPay | undefined
  onChoose: (way: Way) => void
}

/** The wallet link and everything to copy, for any wallet or for one way of paying. */
export const Pay = ({ checkout, phase, ways, shown, onChoose }: PayProps) => {
  if (!shown) return <p className="lead">{t.cannotPay({ store: checkout.storeName })}</p>
  const isPart = phase === 'part'
  return (
    <>
      {isPart && <PartSum checkout={checkout} />}
      {ways.length > 1 && (
        <>
          <WithoutScript>
            <WayLinks ways={ways} shown={shown.way} />
          </WithoutScript>
          <Tabs ways={ways} shown={shown.way} onChoose={onChoose} />
        </>
      )}
      <div role={ways.length > 1 ? 'tabpanel' : undefined} id="way" aria-labelledby={`tab-${shown.way}`}>
        {phase !== 'closing' && <Actions checkout={checkout} way={shown} label={isPart ? t.payRest : t.openWallet} />}
      </div>
      {checkout.description && isCutOff(checkout.description) && <p className="hint about">{checkout.description}</p>}
      {checkout.cancelUrl && (
        <a className="hint" href={checkout.cancelUrl} target="_top" rel="noreferrer">
          {t.cancelTo({ store: checkout.storeName })}
        </a>
      )}
      <p className="hint with-script">{(isPart && describeSaving(checkout)) || t.updatesItself}</p>
      <CanceledNote checkout={checkout} />
    </>
  )
}

const Actions = ({
  checkout,
  way: { way, link, amountBtc },
  label,
}: {
  checkout: Checkout
  way: WayToPay
  label: string
}) => (
  <>
    <div className="acts stack gap-2.5 mt-4 with-script">
      <a className="btn btn--signal" href={link}>
        <WalletIcon />
        {label}
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
      {amountBtc && (
        <WithoutScript>
          <WholePlate label={t.amountInBitcoin} text={amountBtc} />
        </WithoutScript>
      )}
    </div>
    <WithoutScript>
      <div className="acts stack gap-2.5 mt-4">
        <a className="btn btn--line" href={link}>
          <WalletIcon />
          {label}
        </a>
        <p className="hint">{t.afterYouPay}</p>
      </div>
    </WithoutScript>
  </>
)

const describeSaving = ({ lightningInvoice, dueBtc }: Checkout) => {
  const amount = lightningInvoice && amountOfBolt11(lightningInvoice)
  return amount && amount !== dueBtc && t.cheaperByLightning({ amount: formatBtc(amount) })
}

/** Without scripts each way is a page of its own, with its code. */
const WayLinks = ({ ways, shown }: Pick<TabsProps, 'ways' | 'shown'>) => (
  <nav className="seg ways" aria-label={t.ways}>
    {ways.map(({ way, name }) => (
      <a key={way} href={hereWith(way)} aria-current={way === shown ? 'page' : undefined}>
        {name}
      </a>
    ))}
  </nav>
)

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
    <div className="seg ways with-script" role="tablist" aria-label={t.ways}>
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
