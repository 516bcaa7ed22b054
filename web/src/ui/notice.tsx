import { CircleCheck, Clock, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { info: Info, wait: Clock, bad: TriangleAlert, ok: CircleCheck }

type NoticeProps = { kind?: keyof typeof icons; children: ReactNode }

/** A sentence about the part of the page that it is in. */
export const Notice = ({ kind = 'info', children }: NoticeProps) => {
  const Icon = icons[kind]
  return (
    <div className={`notice tone-${kind}`} role={kind === 'bad' ? 'alert' : 'note'}>
      <Icon className="ico" aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
