import type { ShopBrand } from '@bitquay/contract/brands'
import type { ReactNode } from 'react'
import { platformBrand } from '../../content/platform-brand.ts'
import { ShopBar, ShopContact, ShopPhone, ShopWall } from '../../ui/shop-frame.tsx'
import * as t from './messages.ts'

/** A shop as its pages show it. */
type Shop = { storeName: string; brand: ShopBrand }

type ShopPageProps = {
  /** None when what was looked for isn't there. */
  shop: Shop | null | undefined
  /** What the page is about, below the shop's name. */
  about: string
  isSandbox: boolean
  /** In the band, such as the languages that the page has. */
  menu?: ReactNode
  /** On the wall below the page, beside who processes the payment. */
  aside?: ReactNode
  /** On the wall too, below both. */
  wall?: ReactNode
  /** Over the page. */
  after?: ReactNode
  children: ReactNode
}

/** What is around every page that a customer opens, in the colors of the shop. */
export const ShopPage = ({ shop, about, isSandbox, menu, aside, wall, after, children }: ShopPageProps) => (
  <div className="shop" data-color={shop?.brand.color}>
    {isSandbox && (
      <aside className="flag" aria-label={t.testMode}>
        <span>
          <b>{t.testModeLead}</b> {t.notReal}
        </span>
      </aside>
    )}
    {shop && (
      <ShopBar name={shop.storeName} logoUrl={shop.brand.logoUrl} about={about}>
        {menu}
      </ShopBar>
    )}
    {children}
    <ShopWall platform={platformBrand().name} by={t.paymentsBy} aside={aside}>
      {wall}
    </ShopWall>
    {after}
  </div>
)

export const ContactShop = ({ shop: { storeName, brand }, isButton }: { shop: Shop; isButton?: boolean }) => (
  <ShopContact contact={brand.supportContact} label={t.contactShop({ name: storeName })} isButton={isButton} />
)

/** Where the customer needs the shop: what it wants to be reached by, and its phone. */
export const ContactButtons = ({ shop }: { shop: Shop }) => (
  <>
    <ContactShop shop={shop} isButton />
    {shop.brand.phone && <ShopPhone phone={shop.brand.phone} className="btn btn--line" />}
  </>
)

/** A page of nothing but words. */
export const BlankPage = ({ title, role, children }: { title: string; role?: 'alert'; children?: string }) => (
  <main className="blank stack gap-3 in-center" role={role}>
    <h1 className="hull text-3xl">{title}</h1>
    <p className="text-base muted">{children ?? t.checkTheLink}</p>
  </main>
)
