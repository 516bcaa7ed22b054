import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import './copy-row.css'

type CopyRowProps = {
  /** Also names what was copied. */
  label: string
  /** The label holds what someone typed, whose capitals matter. */
  keepsCase?: boolean
  /** Copied exactly. */
  text: string
  /** Shown in place of the text, such as a shorter form or a link. */
  children?: ReactNode
}

/** Something to copy, under its stencilled name. */
export const CopyRow = ({ label, keepsCase = false, text, children }: CopyRowProps) => (
  <div className="copy-row stack middle rest-auto gap-3">
    <div className="min-w-0">
      <div className={keepsCase ? 'named breaks' : 'stencil'}>{label}</div>
      {children ?? (
        <div className="mono what clip" title={text}>
          {text}
        </div>
      )}
    </div>
    <CopyButton label={label} text={text} />
  </div>
)
