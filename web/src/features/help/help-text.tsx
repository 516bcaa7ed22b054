import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { badges } from '../../content/help.ts'
import { Badge } from '../../ui/badge.tsx'
import { Prose } from '../site/index.ts'

/** A text of an article with its words of the screen, badges, links and figures. */
export const HelpText = ({ text }: { text: string }): ReactNode =>
  text.split(/(\*\*.+?\*\*|\(\(.+?\)\)|\[.+?\]\(.+?\))/).map((part, index) => (
    // The parts of a text never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ))

const Part = ({ part }: { part: string }): ReactNode => {
  if (part.startsWith('**')) return <b className="strong">{part.slice(2, -2)}</b>
  if (part.startsWith('((')) return <State name={part.slice(2, -2)} />
  const link = /^\[(.+)\]\((.+)\)$/.exec(part)
  return link?.[2] ? <Link to={link[2]}>{link[1]}</Link> : <Prose text={part} />
}

const State = ({ name }: { name: string }) => {
  const shape = badges[name]
  if (!shape) throw new Error(`No badge says ${name}.`)
  return <Badge shape={shape}>{name}</Badge>
}
