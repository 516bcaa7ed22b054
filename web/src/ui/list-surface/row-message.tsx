import type { ReactNode } from 'react'
import './row-message.css'

type RowMessageProps = {
  title: string
  sentence?: ReactNode
  actions?: ReactNode
  /** Small print, such as a request's number. */
  code?: string | undefined
  /** Something failed. */
  alert?: boolean
}

/** In the place of rows, without a drawing. */
export const RowMessage = ({ title, sentence, actions, code, alert = false }: RowMessageProps) => (
  <div className="rowmsg stack in-center" role={alert ? 'alert' : 'status'}>
    <h3 className="text-base strong">{title}</h3>
    {sentence && <p className="muted">{sentence}</p>}
    {actions && <div className="acts flex wraps gap-2">{actions}</div>}
    {code && <div className="code tiny quiet">{code}</div>}
  </div>
)
