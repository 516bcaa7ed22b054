import type { PosState, Sale } from '@bitquay/contract/pos'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { formatTime } from '../../lib/format-date.ts'
import { loadEncoder } from '../../ui/qr-code.tsx'
import { Bar } from './bar.tsx'
import { callTill } from './call-till.ts'
import { type Cart, emptyCart, isZero, sumCart, toSale } from './cart.ts'
import { ChargeView } from './charge-view.tsx'
import { useShowOnDisplay } from './customer/show-on-display.ts'
import { useCustomerLanguage } from './customer/use-customer-language.ts'
import { WifiOff } from './icons.tsx'
import { ItemsView } from './items-view.tsx'
import { keepCart, keepSaved, readKept } from './kept-sales.ts'
import { KeypadView } from './keypad-view.tsx'
import { LockScreen } from './lock-screen.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import * as t from './messages.ts'
import { OverView } from './over-view.tsx'
import { PaidView } from './paid-view.tsx'
import { allowSound, playChime } from './play-chime.ts'
import { TestFlag } from './test-flag.tsx'
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
  <div className="pos">
    <Bar store={t.tillName} till="" isOffline={isOffline} />
    <main className="pos-lock">
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
  const [cart, setCart] = useState<Cart>(() => ({ ...emptyCart, ...readKept(slug).cart }))
  const [saved, setSaved] = useState(() => readKept(slug).saved)
  const [view, setView] = useState<'keypad' | 'items'>(state.till.items.length > 0 ? 'items' : 'keypad')
  const [menuOpen, setMenuOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { till } = state
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
        setCart(emptyCart)
      }
      // Today's figures follow the sale.
      look()
    },
    [look],
  )
  const { open, start, resume, cancel, close } = useSale(calls, slug, { onRefused, onStatus })
  const status = open?.sale?.status
  useEffect(() => keepCart(slug, cart), [slug, cart])
  const language = useCustomerLanguage(state.customerLanguage)
  useShowOnDisplay(slug, { storeName: state.storeName, logoUrl: state.logoUrl, language, sale: open?.sale })

  const beginNew = useCallback(() => {
    setCart(emptyCart)
    close()
  }, [close])
  const changeCart = useCallback((change: (before: Cart) => Cart) => {
    setProblem(undefined)
    setCart(change)
  }, [])
  const changeSaved = (next: Cart[]) => {
    setSaved(next)
    keepSaved(slug, next)
  }
  const { total } = sumCart(cart, till)
  const isOffline = offlineSince !== undefined
  const charging = {
    ...{ total, isOffline, isEmpty: isZero(total), currency: till.currency },
    onCharge: () => {
      allowSound()
      setProblem(undefined)
      start(toSale(cart, till))
    },
    onSave: () => {
      changeSaved([...saved, cart])
      setCart(emptyCart)
      setProblem(t.saleSaved)
    },
  }
  const { sale } = open ?? {}
  return (
    <div className="pos">
      <TestFlag title={t.testMode} hint={t.testModeHint} />
      <Bar
        store={state.storeName}
        till={till.name}
        isOffline={isOffline || open?.isLost === true}
        onBack={open && !isOver(sale) && sale ? close : undefined}
        onMenu={() => setMenuOpen(true)}
      >
        {!open && <Modes view={view} onView={setView} />}
      </Bar>
      {!open && isOffline && <OfflineNotice since={offlineSince} saved={saved.length} />}
      {!open && problem && (
        <p className="notice notice--wait off-note" role="alert">
          {problem}
        </p>
      )}
      {!open && view === 'keypad' && <KeypadView state={state} cart={cart} onCart={changeCart} charging={charging} />}
      {!open && view === 'items' && (
        <ItemsView
          state={state}
          cart={cart}
          onCart={changeCart}
          charging={charging}
          onKeypad={() => setView('keypad')}
        />
      )}
      {open && status === 'paid' && sale && (
        <PaidView calls={calls} sale={sale} storeName={state.storeName} language={language} onNew={beginNew} />
      )}
      {open && status !== 'paid' && sale && isOver(sale) && <OverView sale={sale} onNew={beginNew} />}
      {open && !isOver(sale) && (
        <ChargeView
          slug={slug}
          sale={sale}
          total={{ amount: sale?.total ?? open.form?.total ?? total, currency: till.currency }}
          isLost={open.isLost}
          language={language}
          onCancel={cancel}
          onNew={beginNew}
        />
      )}
      {menuOpen && (
        <MenuSheet
          calls={calls}
          onChanged={look}
          state={state}
          saved={saved}
          onSaved={(place) => {
            setCart(saved[place] ?? emptyCart)
            changeSaved(saved.filter((_, other) => other !== place))
            close()
            setMenuOpen(false)
          }}
          onOpenSale={(opened: Sale) => {
            resume(opened)
            setMenuOpen(false)
          }}
          onClose={() => setMenuOpen(false)}
        />
      )}
    </div>
  )
}

type View = 'keypad' | 'items'

const viewNames = [
  { view: 'keypad', text: t.keypad },
  { view: 'items', text: t.items },
] as const

const Modes = ({ view, onView }: { view: View; onView: (view: View) => void }) => (
  <nav className="pos-tabs pos-modes" aria-label={t.mode}>
    {viewNames.map(({ view: name, text }) => (
      <button key={name} type="button" aria-pressed={view === name} onClick={() => onView(name)}>
        {text}
      </button>
    ))}
  </nav>
)

const OfflineNotice = ({ since, saved }: { since: number; saved: number }) => (
  <div className="notice notice--bad off-note" role="alert" id="offline-why">
    <WifiOff className="ico" aria-hidden="true" />
    <p>
      <b>{t.offlineSince({ time: formatTime(new Date(since)) })}</b> {t.offlineWhy}{' '}
      {saved > 0 && t.savedWaiting({ count: saved })}
    </p>
  </div>
)
