import { useCallback, useEffect, useState } from 'react'
import { type Cart, emptyCart } from './cart.ts'
import { keepCart, keepSaved, readKept } from './kept-sales.ts'

/** What is being sold on this device, and sales that were saved for later. Both survive a reload. */
export const useCarts = (slug: string) => {
  const [cart, setCart] = useState<Cart>(() => ({ ...emptyCart, ...readKept(slug).cart }))
  const [saved, setSaved] = useState(() => readKept(slug).saved)
  useEffect(() => keepCart(slug, cart), [slug, cart])
  const changeSaved = (next: Cart[]) => {
    setSaved(next)
    keepSaved(slug, next)
  }
  return {
    cart,
    saved,
    setCart,
    clear: useCallback(() => setCart(emptyCart), []),
    saveForLater: () => {
      changeSaved([...saved, cart])
      setCart(emptyCart)
    },
    takeSaved: (place: number) => {
      setCart(saved[place] ?? emptyCart)
      changeSaved(saved.filter((_, other) => other !== place))
    },
  }
}
