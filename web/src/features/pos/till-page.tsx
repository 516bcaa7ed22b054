import type { Language } from '@bitquay/contract/languages'
import type { PosState, Sale } from '@bitquay/contract/tills.pos'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { formatTime } from '../../lib/format-date.ts'
import { loadEncoder } from '../../ui/qr-code.tsx'
import { Bar } from './bar.tsx'
import { callTill } from './call-till.ts'
import { type Cart, isZero, sumCart, toSale } from './cart.ts'
import { ChargeView } from './charge-view.tsx'
import { useShowOnDisplay } from './customer/show-on-display.ts'
import { useCustomerLanguage } from './customer/use-customer-language.ts'
import { WifiOff } from './icons.tsx'
import { ItemsView } from './items-view.tsx'
import { KeypadView } from './keypad-view.tsx'
import { LockScreen } from './lock-screen.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import * as t from './messages.ts'
import { OverView } from './over-view.tsx'
import { PaidView } from './paid-view.tsx'
import { allowSound, playChime } from './play-chime.ts'
import { TestFlag } from './test-flag.tsx'
import { useCarts } from './use-carts.ts'
import { isOver, useSale } from './use-sale.ts'
import { useTill } from './use-till.ts'

export const TillPage = ({ slug }: { slug: string }) => {
  const calls = useMemo(() => callTill(slug), [slug])
  const { state, locked, offlineSince, look } = useTill(calls)
  useEffect(() => void loadEncoder().catch(() => undefined), [])
  if (locked !== undefined) return <LockScreen message={locked} />
  if (!state) return <Opening isOffline={offlineSince !== undefined} />
  return <Till slug={slug} calls={calls} state={state} offlineSince={offlineSince} look={look} />
}

/** The shell opens without a network too, and says what is missing. */
const Opening = ({ isOffline }: { isOffline: boolean }) => (
  <div className="pos column text-base">
    <Bar store={t.tillName} till="" isOffline={isOffline} />
    <main className="pos-lock across text-base gap-3">
      <h1 className="hull">{isOffline ? t.offline : t.starting}</h1>
      {isOffline && <p role="alert">{t.offlineWhy}</p>}
    </main>
  </div>
)

type TillProps = {
  slug: string
  calls: ReturnType<typeof callTill>
  state: PosState
  offlineSince: number | undefined
  look: () => void
}

const Till = ({ slug, calls, state, offlineSince, look }: TillProps) => {
  const { till } = state
  const { cart, saved, setCart, clear, saveForLater, takeSaved } = useCarts(slug)
  const [view, setView] = useState<View>(till.items.length > 0 ? 'items' : 'keypad')
  const [menuOpen, setMenuOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const onRefused = useCallback(
    (message: string) => {
      setProblem(message)
      look()
    },
    [look],
  )
  const onStatus = useCallback(
    (status: Sale['status']) => {
      if (status === 'paid') {
        playChime()
        clear()
      }
      // Today's figures follow the sale.
      look()
    },
    [look, clear],
  )
  const { open, start, resume, cancel, close } = useSale(calls, slug, { onRefused, onStatus })
  const language = useCustomerLanguage(state.customerLanguage)
  useShowOnDisplay(slug, { storeName: state.storeName, logoUrl: state.logoUrl, language, sale: open?.sale })
  const changeCart = useCallback(
    (change: (before: Cart) => Cart) => {
      setProblem(undefined)
      setCart(change)
    },
    [setCart],
  )
  const { total } = sumCart(cart, till)
  const isOffline = offlineSince !== undefined
  const charging = {
    ...{ total, isOffline, isEmpty: isZero(total), currency: till.currency },
    emptyHint: view === 'items' ? t.addAnItem : t.enterAmount,
    onCharge: () => {
      allowSound()
      setProblem(undefined)
      start(toSale(cart, till))
    },
    onSave: () => {
      saveForLater()
      setProblem(t.saleSaved)
    },
  }
  const beginNew = useCallback(() => {
    clear()
    close()
  }, [clear, close])
  const selling = { state, cart, onCart: changeCart, charging }
  return (
    <div className="pos column text-base">
      <TestFlag title={t.testMode} hint={t.testModeHint} />
      <Bar
        store={state.storeName}
        till={till.name}
        isOffline={isOffline || open?.isLost === true}
        onBack={open?.sale && !isOver(open.sale) ? close : undefined}
        onMenu={() => setMenuOpen(true)}
      >
        {!open && <Modes view={view} onView={setView} />}
      </Bar>
      {!open && isOffline && <OfflineNotice since={offlineSince} saved={saved.length} />}
      {!open && problem && (
        <p className="notice tone-wait off-note" role="alert">
          {problem}
        </p>
      )}
      {!open && view === 'keypad' && <KeypadView {...selling} />}
      {!open && view === 'items' && <ItemsView {...selling} onKeypad={() => setView('keypad')} />}
      {open && <OpenSale {...{ slug, calls, state, open, total, language }} onCancel={cancel} onNew={beginNew} />}
      {menuOpen && (
        <MenuSheet
          {...{ calls, state, saved }}
          onChanged={look}
          onSaved={(place) => {
            takeSaved(place)
            close()
            setMenuOpen(false)
          }}
          onOpenSale={(opened) => {
            resume(opened)
            setMenuOpen(false)
          }}
          onClose={() => setMenuOpen(false)}
        />
      )}
    </div>
  )
}

type OpenSaleProps = Pick<TillProps, 'slug' | 'calls' | 'state'> & {
  open: NonNullable<ReturnType<typeof useSale>['open']>
  /** Of the cart, until the server has answered. */
  total: string
  language: Language
  onCancel: () => Promise<void>
  onNew: () => void
}

const OpenSale = ({ slug, calls, state, open, total, language, onCancel, onNew }: OpenSaleProps) => {
  const { sale, form, isLost } = open
  if (sale?.status === 'paid') {
    const footer = state.till.receiptFooter
    return <PaidView {...{ calls, sale, footer, language, onNew }} storeName={state.storeName} />
  }
  if (sale && isOver(sale)) return <OverView sale={sale} onNew={onNew} />
  const charged = { amount: sale?.total ?? form?.total ?? total, currency: state.till.currency }
  return <ChargeView {...{ slug, sale, isLost, language, onCancel, onNew }} total={charged} />
}

type View = 'keypad' | 'items'

const viewNames = [
  { view: 'keypad', text: t.keypad },
  { view: 'items', text: t.items },
] as const

const Modes = ({ view, onView }: { view: View; onView: (view: View) => void }) => (
  <nav className="pos-tabs pos-modes flex gap-1" aria-label={t.mode}>
    {viewNames.map(({ view: name, text }) => (
      <button
        className="text-md muted medium nowrap"
        key={name}
        type="button"
        aria-pressed={view === name}
        onClick={() => onView(name)}
      >
        {text}
      </button>
    ))}
  </nav>
)

const OfflineNotice = ({ since, saved }: { since: number; saved: number }) => (
  <div className="notice tone-bad off-note" role="alert" id="offline-why">
    <WifiOff className="ico" aria-hidden="true" />
    <p>
      <b>{t.offlineSince({ time: formatTime(new Date(since)) })}</b> {t.offlineWhy}{' '}
      {saved > 0 && t.savedWaiting({ count: saved })}
    </p>
  </div>
)
