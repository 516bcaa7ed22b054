import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'
import * as t from './messages.ts'

/** The band on top of a shop's page: a customer pays a shop, not us. */
export const ShopBar = ({ name, about }: { name: string; about: string }) => (
  <header className="shop-bar">
    <div>
      <ShopTile name={name} />
      <div className="shop-name">
        <b>{name}</b>
        <span>{about}</span>
      </div>
    </div>
  </header>
)

/** The first letter of the shop's name. */
export const ShopTile = ({ name }: { name: string }) => (
  <span className="shop-tile" aria-hidden="true">
    {String.fromCodePoint(name.trim().codePointAt(0) ?? 0x3f).toUpperCase()}
  </span>
)

/** The quay wall below a shop's page: who processes the payment, and what else there is. */
export const ShopWall = ({ aside, children }: { aside?: ReactNode; children?: ReactNode }) => (
  <footer className="shop-wall">
    <div className="in">
      <p className="by">
        {t.paymentsBy}
        <a className="home" href="/" aria-label="Bitquay">
          <Logo name="Bitquay" />
        </a>
      </p>
      {aside}
    </div>
    {children}
  </footer>
)
