import type { LinkAttempt } from '@bitquay/contract/checkout.pages'
import type { PublicLink } from '@bitquay/contract/payment-links'
import { LanguageMenu } from '../../../frame/shop-page/language-menu.tsx'
import { BlankPage, ContactShop, ShopPage } from '../../../frame/shop-page/shop-page.tsx'
import { servedMode } from '../../../lib/mode.ts'
import { ShopPhone, ShopTile } from '../../../ui/shop-frame.tsx'
import { PlaceIcon, StockIcon } from '../../../ui/shop-icons.tsx'
import * as t from './messages.ts'
import { PayForm } from './pay-form.tsx'

type LinkPageProps = { link: PublicLink | null; attempt: LinkAttempt }

/** The page of a payment link. Its form needs no script: with one it adds up while it is filled in. */
export const LinkPage = ({ link, attempt }: LinkPageProps) => (
  <ShopPage
    shop={link}
    about={t.paymentLink}
    isSandbox={servedMode() === 'sandbox'}
    menu={<LanguageMenu />}
    aside={link && <ContactShop shop={link} />}
  >
    {link ? (
      <main className="shop-page">
        <Story link={link} />
        {link.status === 'active' ? <PayForm link={link} attempt={attempt} /> : <Closed status={link.status} />}
      </main>
    ) : (
      <BlankPage title={t.notFound} />
    )}
  </ShopPage>
)

const Story = ({ link }: { link: PublicLink }) => (
  <section className="story">
    {link.imageUrl && (
      <div className="goods">
        <img src={link.imageUrl} alt="" />
      </div>
    )}
    <h1 className="hull">{link.title}</h1>
    {link.description && <p className="lead">{link.description}</p>}
    <ul>
      {link.status === 'active' && link.left !== null && (
        <li className="flex gap-2.5 mt-3">
          <StockIcon />
          {t.left({ count: String(link.left) })}
        </li>
      )}
      {link.brand.place && (
        <li className="flex gap-2.5 mt-3">
          <PlaceIcon />
          {link.brand.place}
        </li>
      )}
      {link.brand.phone && (
        <li className="mt-3">
          <ShopPhone phone={link.brand.phone} className="inline-row gap-2.5 ink" />
        </li>
      )}
    </ul>
    {!link.imageUrl && (
      <div className="stand" aria-hidden="true">
        <div className="not-yet">
          <ShopTile name={link.storeName} logoUrl={link.brand.logoUrl} />
          {link.status === 'active' ? t.paymentGoesHere : t.nothingToPay}
        </div>
      </div>
    )}
  </section>
)

const Closed = ({ status }: { status: Exclude<PublicLink['status'], 'active'> }) => (
  <div className="form-card">
    <p role="note">{{ paused: t.paused, expired: t.expired, 'used-up': t.usedUp }[status]}</p>
  </div>
)
