import type { Checkout } from '@bitquay/contract/invoices'
import { useEffect, useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { Logo } from '../../ui/logo.tsx'
import { announce, useAnnouncement } from './announce.ts'
import { Countdown, Tide } from './countdown.tsx'
import { Due, StillDue } from './due.tsx'
import { Facts } from './facts.tsx'
import { PrintIcon } from './icons.tsx'
import { LowTide } from './low-tide.tsx'
import * as t from './messages.ts'
import { NewPrice } from './new-price.tsx'
import { Pay } from './pay.tsx'
import { confirmationsOf, type Phase, phaseOf } from './phase.ts'
import { LostContact, SideNotes } from './side-notes.tsx'
import { Stack } from './stack.tsx'
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
  const unread = checkout === undefined
  const nowMs = useNow(1000).getTime() + clockAheadMs
  return (
    <>
      {isSandbox && (
        <aside className="flag" aria-label={t.testMode}>
          <span>
            <b>{t.testModeLead}</b> {t.notReal}
          </span>
        </aside>
      )}
      <div className="quayside">
        {checkout && <Invoice checkout={checkout} nowMs={nowMs} lostSince={failures > 1 ? at : undefined} />}
        {checkout === null && <NotFound />}
        {unread && failures > 1 && <Unreachable />}
      </div>
      <footer className="foot">
        <div className="in">
          <p className="by">
            {t.paymentsBy}
            <a className="home" href="/" aria-label="Bitquay">
              <Logo name="Bitquay" />
            </a>
          </p>
          {isSandbox && checkout && <TestPanel invoiceId={invoiceId} payable={mayBePaid(checkout)} onDone={look} />}
        </div>
      </footer>
      <div className="sr-only" role="status">
        {said}
      </div>
    </>
  )
}

/** Nobody can stop a customer from paying late, so that can be tried too. */
const mayBePaid = ({ status, additionalStatus }: Checkout) =>
  status === 'new' || (status === 'expired' && additionalStatus !== 'paid-late')

type InvoiceProps = { checkout: Checkout; nowMs: number; lostSince: number | undefined }

const Invoice = ({ checkout, nowMs, lostSince }: InvoiceProps) => {
  const phase = phaseOf(checkout, nowMs)
  const words = describePhase(checkout, phase)
  const [landedBefore] = useState(() => confirmationsOf(checkout) + (phase === 'paid' ? 1 : 0))
  const paying = phase === 'waiting' || phase === 'part' || phase === 'closing'
  useSpoken(`${words.title} · ${checkout.storeName}`, paying ? words.sentence : `${words.heading}. ${words.sentence}`)
  return (
    <main className="co" data-phase={phase}>
      <header className="who">
        <span className="av" aria-hidden="true">
          {initialOf(checkout.storeName)}
        </span>
        <div className="name">
          <b>{checkout.storeName}</b>
          {checkout.description && <span className="s">{checkout.description}</span>}
        </div>
        {paying && <Countdown checkout={checkout} nowMs={nowMs} />}
      </header>
      {paying && <Tide checkout={checkout} nowMs={nowMs} />}
      <div className="notes">{lostSince !== undefined && <LostContact at={lostSince} />}</div>
      {paying ? (
        <>
          {phase === 'part' ? <StillDue checkout={checkout} /> : <Due checkout={checkout} />}
          <Pay checkout={checkout} sentence={words.sentence} closed={phase === 'closing'} />
          <div className="more">
            <SideNotes checkout={checkout} phase={phase} />
          </div>
        </>
      ) : (
        <>
          <div className="say">
            <h1 className="hull">{words.heading}</h1>
            <p>{words.sentence}</p>
          </div>
          <Picture checkout={checkout} phase={phase} landedBefore={landedBefore} />
          <div className="more">
            <SideNotes checkout={checkout} phase={phase} />
            <Facts checkout={checkout} phase={phase} />
            {phase === 'expired' && <NewPrice invoiceId={checkout.invoiceId} />}
            {checkout.redirectUrl && (
              <WayBack
                checkout={checkout}
                to={checkout.redirectUrl}
                done={phase !== 'expired' && phase !== 'invalid'}
              />
            )}
            {(phase === 'paid' || phase === 'paid-late') && <Receipt />}
          </div>
        </>
      )}
    </main>
  )
}

const Picture = ({ checkout, phase, landedBefore }: { checkout: Checkout; phase: Phase; landedBefore: number }) =>
  phase === 'received' || phase === 'paid' || phase === 'paid-late' ? (
    <Stack checkout={checkout} landedBefore={landedBefore} />
  ) : (
    <LowTide />
  )

const initialOf = (name: string) => String.fromCodePoint(name.trim().codePointAt(0) ?? 0x3f).toUpperCase()

/** Where the shop wants its customer back. */
const WayBack = ({ checkout, to, done }: { checkout: Checkout; to: string; done: boolean }) => (
  <div className="acts">
    <a className={done ? 'btn btn--signal' : 'btn btn--line'} href={to} rel="noreferrer">
      {t.returnTo({ store: checkout.storeName })}
    </a>
  </div>
)

const Receipt = () => (
  <div className="acts">
    <button type="button" className="btn btn--line" onClick={() => print()}>
      <PrintIcon />
      {t.print}
    </button>
  </div>
)

const NotFound = () => {
  useEffect(() => {
    document.title = t.notFoundTab
  }, [])
  return (
    <main className="co co--blank">
      <div className="say">
        <h1 className="hull">{t.notFound}</h1>
        <p>{t.notFoundNext}</p>
      </div>
      <LowTide />
    </main>
  )
}

const Unreachable = () => (
  <main className="co co--blank">
    <div className="say" role="alert">
      <h1 className="hull">{t.unreachable}</h1>
      <p>{t.unreachableNext}</p>
    </div>
    <LowTide />
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
