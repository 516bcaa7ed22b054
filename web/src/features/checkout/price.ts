import type { Checkout } from '@bitquay/contract/checkout'
import { formatLocalPrice } from '@bitquay/contract/languages'
import { pageLanguage } from '../../lib/language.ts'

/** The price as the language of the page writes it. */
export const formatPrice = (amount: string, currency: string): string =>
  formatLocalPrice(pageLanguage(), amount, currency)

/** A top-up has no price until it is paid. */
export const isOpenPrice = ({ amount, type }: Pick<Checkout, 'amount' | 'type'>) =>
  type === 'top-up' && !/[1-9]/.test(amount)
