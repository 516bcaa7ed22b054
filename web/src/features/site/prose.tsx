import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addresses, mailto } from '../../content/content.ts'
import { paths } from '../../frame/screens.ts'
import { useFees } from '../fees/index.ts'
import { type FeeName, feeFigures, feeNames } from './fee-figures.ts'
import * as t from './messages.ts'

/** Text of a content file with its `{names}` filled in: fees from the schedule, links to pages, addresses. */
export const Prose = ({ text }: { text: string }): ReactNode =>
  text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : <Filled key={`${index}-${part}`} name={part} />))

const Filled = ({ name }: { name: string }): ReactNode => {
  if (isFeeName(name)) return <Fee name={name} />
  const filling = names[name]
  if (!filling) throw new Error(`The text names {${name}}, which nothing fills.`)
  return filling
}

/** One figure of the schedule. Until it is known its place is held; if it cannot be known, a dash says so. */
const Fee = ({ name }: { name: FeeName }) => {
  const fees = useFees()
  if (fees.data) return feeFigures(fees.data.current)[name]
  return <span className={fees.isPending ? 'fee-awaited' : undefined}>{fees.isPending ? likely[name] : '—'}</span>
}

const isFeeName = (name: string): name is FeeName => (feeNames as readonly string[]).includes(name)

/** Invisible text of about the right width: it holds a place and claims nothing to those who read pages without scripts. */
const likely: Record<FeeName, string> = {
  depositFee: '…%',
  platformFee: '…%',
  partnerFee: '…%',
  withdrawalFee: '…%',
  processingFee: '…%',
  keptOfHundred: '$…',
}

const mail = (address: string) => <a href={mailto(address)}>{address}</a>

const names: Record<string, ReactNode> = {
  /** A word that must not be broken at its hyphen. */
  onChain: <span className="nowrap">{t.onChain}</span>,
  terms: <Link to={paths.terms}>{t.termsOfService}</Link>,
  privacy: <Link to={paths.privacy}>{t.privacyPolicy}</Link>,
  docs: <Link to={paths.docs}>/docs</Link>,
  openapi: <a href="/api/openapi.json">/api/openapi.json</a>,
  supportMail: mail(addresses.support),
  legalMail: mail(addresses.legal),
  privacyMail: mail(addresses.privacy),
}
