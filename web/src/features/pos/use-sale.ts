import type { Sale } from '@bitquay/contract/tills.pos'
import { useCallback, useEffect, useState } from 'react'
import type { SentSale, TillCalls } from './call-till.ts'
import { keepOpenSale, readKept } from './kept-sales.ts'

/** The sale on the screen. */
type Open = {
  saleId: string
  /** What is sent until the server has answered. None for a sale that the server already knows. */
  form: SentSale | undefined
  sale: Sale | undefined
  /** The last attempt got no answer. The next one uses the same id. */
  isLost: boolean
}

/** Neither changes while the till is open. */
type Callbacks = { onRefused: (message: string) => void; onStatus: (status: Sale['status']) => void }

const pollMs = 1000
const retryMs = 2000

/**
 * Charges one sale at a time and follows it until it is over. The same sale is sent again until an answer comes: the
 * server finds it by its id and never charges twice.
 */
export const useSale = (calls: TillCalls, slug: string, { onRefused, onStatus }: Callbacks) => {
  const [open, setOpen] = useState<Open | undefined>(() => {
    const form = readKept(slug).open
    return form ? { saleId: form.saleId, form, sale: undefined, isLost: false } : undefined
  })

  const close = useCallback(() => {
    keepOpenSale(slug, null)
    setOpen(undefined)
  }, [slug])

  useEffect(() => {
    if (!open || isOver(open.sale)) return
    let over = false
    const { form, saleId, sale } = open
    const look = async () => {
      const answer = sale || !form ? await calls.sale(saleId) : await calls.charge(form)
      if (over) return
      if (answer.kind === 'refused') {
        close()
        onRefused(answer.message)
      } else if (answer.kind === 'ok') {
        setOpen({ ...open, sale: answer.value, isLost: false })
        if (answer.value.status !== sale?.status) onStatus(answer.value.status)
      } else setOpen({ ...open, isLost: true })
    }
    const delayMs = sale ? pollMs : open.isLost ? retryMs : 0
    const timer = setTimeout(() => void look(), delayMs)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [open, calls, close, onRefused, onStatus])

  return {
    open,
    close,
    start: (form: SentSale) => {
      keepOpenSale(slug, form)
      setOpen({ saleId: form.saleId, form, sale: undefined, isLost: false })
    },
    resume: (sale: Sale) => setOpen({ saleId: sale.saleId, form: undefined, sale, isLost: false }),
    /** A sale that was paid in the meantime stays on the screen. */
    cancel: async () => {
      if (!open) return
      const answer = await calls.cancel(open.saleId)
      if (answer.kind === 'refused' && answer.code === 'sale-not-cancelable') return
      close()
    },
  }
}

export const isOver = (sale: Sale | undefined) => sale !== undefined && !unfinished.has(sale.status)

const unfinished = new Set<Sale['status']>(['creating', 'waiting', 'partially-paid', 'confirming'])
