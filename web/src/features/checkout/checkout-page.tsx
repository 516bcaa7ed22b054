import type { Checkout } from '@bitquay/contract/checkout'
import { useEffect, useState } from 'react'
import { platformBrand } from '../../content/platform-brand.ts'
import { LanguageMenu } from '../../frame/shop-page/language-menu.tsx'
import { BlankPage, ContactShop, ShopPage } from '../../frame/shop-page/shop-page.tsx'
import { useLocalTime } from '../../lib/use-local-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { announce, useAnnouncement } from './announce.ts'
import { CheckAgain } from './check-again.tsx'
import { LatePanel } from './late-panel.tsx'
import * as t from './messages.ts'
import { OldReading } from './notes.tsx'
import { Pay } from './pay.tsx'
import { chooseWay, type Way, waysToPay } from './payment-links.ts'
import { isPayable, isUnfinished, phaseOf, sceneOf } from './phase.ts'
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
  const [openedAt] = useState(at)
  // At first exactly the time that the server drew the page with.
  const nowMs = useNow(1000, openedAt).getTime() + clockAheadMs
  useLocalTime()
  return (
    <ShopPage
      shop={checkout}
      about={t.invoiceNumber({ id: invoiceId })}
      isSandbox={isSandbox}
      menu={<LanguageMenu />}
      aside={
        checkout && (
          <>
            <ContactShop shop={checkout} />
            <ReportLink invoiceId={checkout.invoiceId} storeName={checkout.storeName} />
          </>
        )
      }
      wall={isSandbox && checkout && <TestPanel invoiceId={invoiceId} payable={mayBePaid(checkout)} onDone={look} />}
      after={
        <>
          {checkout && failures > 1 ? (
            <OldReading title={t.offlineTitle} at={new Date(at)} />
          ) : (
            checkout?.readOnlyAsOf && <OldReading title={t.delayedTitle} at={new Date(checkout.readOnlyAsOf)} />
          )}
          <div className="sr-only" role="status">
            {said}
          </div>
        </>
      }
    >
      {checkout && <Invoice checkout={checkout} nowMs={nowMs} />}
      {checkout === null && <NotFound />}
      {checkout === undefined && failures > 1 && (
        <BlankPage title={t.unreachable} role="alert">
          {t.unreachableNext}
        </BlankPage>
      )}
    </ShopPage>
  )
}

/** Nobody can stop a customer from paying late, so that can be tried too. */
const mayBePaid = ({ status, additionalStatus }: Checkout) =>
  status === 'new' || (status === 'expired' && additionalStatus !== 'paid-late')

/** Every state has the same slots in the same places: only their content changes. */
const Invoice = ({ checkout, nowMs }: { checkout: Checkout; nowMs: number }) => {
  const [chosen, setChosen] = useState<Way | undefined>(checkout.defaultPaymentMethod)
  const phase = phaseOf(checkout, nowMs)
  const scene = sceneOf(checkout, phase)
  const { title, heading, sentence } = describePhase(checkout, phase)
  const ways = waysToPay(checkout)
  const shown = chooseWay(ways, chosen)
  useSpoken(`${title} · ${checkout.storeName}`, isPayable(phase) ? sentence : `${heading}. ${sentence}`)
  return (
    <main
      className="pay-stage stack between at-top"
      data-phase={phase}
      data-scene={scene}
      data-chain={chainOf(checkout, scene)}
      data-flags={phase === 'paid' ? 'yes' : 'no'}
    >
      <Summary checkout={checkout} phase={phase} nowMs={nowMs} />
      <Scene checkout={checkout} phase={phase} scene={scene} sentence={sentence} way={shown} />
      <div className="pay-panel min-w-0">
        {isUnfinished(checkout) && phase !== 'unpriced' && (
          <CheckAgain
            checkout={checkout}
            phase={phase}
            sentence={sentence}
            way={ways.length > 1 ? shown?.way : undefined}
          />
        )}
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
    document.title = t.notFoundTab({ platform: platformBrand().name })
  }, [])
  return <BlankPage title={t.notFound} />
}

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
