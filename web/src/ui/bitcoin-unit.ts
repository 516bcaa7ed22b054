import { createContext } from 'react'

/** How bitcoin amounts are written below: `0.00250000 BTC` or `250000 sats`. */
export const BitcoinUnit = createContext<'btc' | 'sats'>('btc')
