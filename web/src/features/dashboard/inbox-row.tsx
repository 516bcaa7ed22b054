import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import './needs-attention.css'

type InboxRowProps = {
  name: string
  state: string
  shape?: BadgeShape
  sentence: string
  act: { text: string; to: string }
}

/** Something that waits for a person: name, state, one sentence, one act. */
export const InboxRow = ({ name, state, shape = 'dashed', sentence, act }: InboxRowProps): ReactNode => (
  <li className="stack middle rest-auto gap-y-0.5 gap-x-3">
    <span className="name clip strong">{name}</span>
    <Badge shape={shape}>{state}</Badge>
    <p className="small muted">{sentence}</p>
    <Link className="act small strong nowrap finger" to={act.to} aria-label={`${act.text}, ${name}`}>
      {act.text}
    </Link>
  </li>
)
