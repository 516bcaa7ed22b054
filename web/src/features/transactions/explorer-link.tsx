import type { ReactNode } from 'react'
import { useStatus } from '../status/index.ts'
import { explorerOf } from './explorer.ts'
import * as t from './messages.ts'

type ExplorerLinkProps = ({ txid: string } | { address: string }) & { children: ReactNode }

/** A transaction or an address, as a link to the public explorer of the network. The sandbox has none. */
export const ExplorerLink = ({ children, ...of }: ExplorerLinkProps) => {
  const explorer = explorerOf(useStatus().data)
  if (!explorer) return children
  return (
    <a
      className="link"
      href={'txid' in of ? explorer.addressOf(of.txid) : explorer.placeOf(of.address)}
      target="_blank"
      rel="noreferrer"
      title={t.explorer}
    >
      {children}
    </a>
  )
}
