import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'
import { MailIcon, PhoneIcon } from './shop-icons.tsx'

/** A shop as its pages show it. */
type Shop = {
  name: string
  /** A path on this server. Without a logo the tile shows the first letter of the name. */
  logoUrl?: string | null | undefined
}

/** The band on top of a shop's page: a customer pays a shop, not us. */
export const ShopBar = ({ name, logoUrl, about, children }: Shop & { about: string; children?: ReactNode }) => (
  <header className="shop-bar">
    <div>
      <ShopTile name={name} logoUrl={logoUrl} />
      <div className="shop-name">
        <b>{name}</b>
        <span>{about}</span>
      </div>
      {children}
    </div>
  </header>
)

export const ShopTile = ({ name, logoUrl }: Shop) => (
  <span className="shop-tile centered" aria-hidden="true">
    {logoUrl ? <img src={logoUrl} alt="" /> : String.fromCodePoint(name.trim().codePointAt(0) ?? 0x3f).toUpperCase()}
  </span>
)

type ShopContactProps = {
  contact: string | null
  /** "Contact" and the shop's name, in the language of the page. */
  label: string
  /** Where the contact is what to do next. */
  isButton?: boolean | undefined
}

/** How customers reach the shop. The server lets nothing through but an email address and a link to a web page. */
export const ShopContact = ({ contact, label, isButton }: ShopContactProps) =>
  contact && (
    <a
      className={isButton ? 'btn btn--signal' : 'aside'}
      href={contact.includes('://') ? contact : `mailto:${contact}`}
      rel="noreferrer"
    >
      {isButton && <MailIcon />}
      {label}
    </a>
  )

/** The shop's phone number, which calls it. The number is the text, so that it can be read and typed too. */
export const ShopPhone = ({ phone, className }: { phone: string; className: string }) => (
  <a className={className} href={telOf(phone)}>
    <PhoneIcon />
    <bdi dir="ltr">{phone}</bdi>
  </a>
)

/** An extension is a parameter of the number. */
const telOf = (phone: string) => {
  const [number = '', extension] = phone.toLowerCase().split(/x|ext/)
  const digits = (text: string) => text.replace(/\D/g, '')
  return `tel:${number.startsWith('+') ? '+' : ''}${digits(number)}${extension ? `;ext=${digits(extension)}` : ''}`
}

type ShopWallProps = {
  /** "Payments by", in the language of the page. */
  by: string
  /** The platform’s name. */
  platform: string
  aside?: ReactNode
  children?: ReactNode
}

/** The quay wall below a shop's page: who processes the payment, and what else there is. */
export const ShopWall = ({ by, platform, aside, children }: ShopWallProps) => (
  <footer className="shop-wall muted small">
    <div className="in">
      <p className="by">
        {by}
        <a className="home ink" href="/" aria-label={platform}>
          <Logo name={platform} />
        </a>
      </p>
      {aside}
    </div>
    {children}
  </footer>
)
