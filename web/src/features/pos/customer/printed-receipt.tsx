import { type Language, localeOf } from '@bitquay/contract/languages'
import type { Sale } from '@bitquay/contract/tills.pos'
import { Price } from '../../../frame/price.tsx'
import { SaleLines } from '../sale-lines.tsx'
import * as t from './messages.ts'
import { writtenIn } from './use-customer-language.ts'

type PrintedReceiptProps = { sale: Sale; storeName: string; footer: string | null; language: Language }

/** Shown on paper only. */
export const PrintedReceipt = ({ sale, storeName, footer, language }: PrintedReceiptProps) => (
  <section className="paper-receipt" {...writtenIn(language)}>
    <h2>{storeName}</h2>
    <p>{t.receipt}</p>
    <SaleLines sale={sale} language={language} />
    <p className="paper-total">
      <b>{t.total}</b> <Price amount={sale.total} currency={sale.currency} language={language} />
    </p>
    {footer && <p>{footer}</p>}
    <p>{t.printedPaid({ when: formatMoment(sale.paidAt ?? sale.now, language) })}</p>
    {sale.checkoutLink && <p>{t.printedLink({ link: sale.checkoutLink })}</p>}
  </section>
)

const formatMoment = (at: string, language: Language) =>
  new Date(at).toLocaleString(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' })
