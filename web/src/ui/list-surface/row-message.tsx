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
  <div className="rowmsg" role={alert ? 'alert' : 'status'}>
    <h3>{title}</h3>
    {sentence && <p>{sentence}</p>}
    {actions && <div className="acts">{actions}</div>}
    {code && <div className="code">{code}</div>}
  </div>
)
