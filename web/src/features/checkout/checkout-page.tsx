import type { Checkout } from '@bitquay/contract/checkout'
import { useEffect, useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { ShopBar, ShopContact, ShopWall } from '../../ui/shop-frame.tsx'
import { announce, useAnnouncement } from './announce.ts'
import { LanguageSelect } from './language-select.tsx'
import { LatePanel } from './late-panel.tsx'
import * as t from './messages.ts'
import { LostContact } from './notes.tsx'
import { Pay } from './pay.tsx'
import { type Way, waysToPay } from './payment-links.ts'
import { isPayable, phaseOf, sceneOf } from './phase.ts'
import { ReportLink } from './report-link.tsx'
import { chainOf, Scene } from './scene.tsx'
import { Summary } from './summary.tsx'
import { TestPanel } from './test-panel.tsx'
import { useCheckout } from './use-checkout.ts'
import { useIsSandbox } from './use-mode.ts'
import { describePhase } from './words.ts'

type CheckoutPageProps = { invoiceId: string; given: Checkout | null | undefined }

/** What a customer sees of an invoice, from the code to the receipt, without ever reloading. */
export const CheckoutPage = ({ invoiceId, given }: CheckoutPageProps) => {
  const { checkout, clockAheadMs, at, failures, look } = useCheckout(invoiceId, given)
  const isSandbox = useIsSandbox()
  const said = useAnnouncement()
  const nowMs = useNow(1000).getTime() + clockAheadMs
  return (
    <div className="shop" data-color={checkout?.brand.color}>
      {isSandbox && (
        <aside className="flag" aria-label={t.testMode}>
          <span>
            <b>{t.testModeLead}</b> {t.notReal}
          </span>
        </aside>
      )}
      {checkout && (
        <ShopBar
          name={checkout.storeName}
          logoUrl={checkout.brand.logoUrl}
          about={t.invoiceNumber({ id: checkout.invoiceId })}
        />
      )}
      {checkout && <Invoice checkout={checkout} nowMs={nowMs} />}
      {checkout === null && <NotFound />}
      {checkout === undefined && failures > 1 && <Unreachable />}
      <ShopWall
        by={t.paymentsBy}
        aside={
          <>
            <LanguageSelect />
            {checkout && (
              <>
                <ShopContact
                  contact={checkout.brand.supportContact}
                  label={t.contactShop({ name: checkout.storeName })}
                />
                <ReportLink invoiceId={checkout.invoiceId} storeName={checkout.storeName} />
              </>
            )}
          </>
        }
      >
        {isSandbox && checkout && <TestPanel invoiceId={invoiceId} payable={mayBePaid(checkout)} onDone={look} />}
      </ShopWall>
      {checkout && failures > 1 && <LostContact at={at} />}
      <div className="sr-only" role="status">
        {said}
      </div>
    </div>
  )
}

/** Nobody can stop a customer from paying late, so that can be tried too. */
const mayBePaid = ({ status, additionalStatus }: Checkout) =>
  status === 'new' || (status === 'expired' && additionalStatus !== 'paid-late')

/** Every state has the same slots in the same places: only their content changes. */
const Invoice = ({ checkout, nowMs }: { checkout: Checkout; nowMs: number }) => {
  const [chosen, setChosen] = useState<Way>(checkout.defaultPaymentMethod ?? 'any')
  const phase = phaseOf(checkout, nowMs)
  const scene = sceneOf(checkout, phase)
  const { title, heading, sentence } = describePhase(checkout, phase)
  const ways = waysToPay(checkout)
  const shown = ways.find(({ way }) => way === chosen) ?? ways[0]
  useSpoken(`${title} · ${checkout.storeName}`, isPayable(phase) ? sentence : `${heading}. ${sentence}`)
  return (
    <main
      className="pay-stage"
      data-phase={phase}
      data-scene={scene}
      data-chain={chainOf(checkout, scene)}
      data-flags={phase === 'paid' ? 'yes' : 'no'}
    >
      <Summary checkout={checkout} phase={phase} nowMs={nowMs} />
      <Scene checkout={checkout} phase={phase} scene={scene} sentence={sentence} way={shown} />
      <div className="pay-panel">
        {isPayable(phase) ? (
          <Pay checkout={checkout} phase={phase} ways={ways} shown={shown} onChoose={setChosen} />
        ) : (
          <LatePanel checkout={checkout} phase={phase} sentence={sentence} />
        )}
      </div>
    </main>
  )
}

const NotFound = () => {
  useEffect(() => {
    document.title = t.notFoundTab
  }, [])
  return (
    <main className="pay-blank">
      <h1 className="hull">{t.notFound}</h1>
      <p>{t.notFoundNext}</p>
    </main>
  )
}

const Unreachable = () => (
  <main className="pay-blank" role="alert">
    <h1 className="hull">{t.unreachable}</h1>
    <p>{t.unreachableNext}</p>
  </main>
)

/** The tab's name, and each change of state said once to those who listen. */
const useSpoken = (title: string, sentence: string) => {
  const [first] = useState(sentence)
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (sentence !== first) announce(sentence)
  }, [sentence, first])
}
