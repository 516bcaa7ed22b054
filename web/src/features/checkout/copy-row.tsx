import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'

type CopyRowProps = {
  label: string
  /** Exactly what is copied. */
  text: string
  /** How it is shown; shortened text says nothing a person could use, so it is for the eye only. */
  shown: ReactNode
}

/** A whole row to press, since a small icon is hard to hit with a thumb. */
export const CopyRow = ({ label, text, shown }: CopyRowProps) => {
  const [state, copy] = useCopy(label, text)
  if (state === 'failed') {
    return (
      <div className="copy copy--whole">
        <span className="what">
          <span className="stencil">{label}</span>
          <span className="mono">{text}</span>
        </span>
      </div>
    )
  }
  return (
    <button type="button" className={classNames('copy', state === 'copied' && 'is-copied')} onClick={copy}>
      <span className="what">
        <span className="stencil">
          <span className="sr-only">Copy </span>
          {label}
        </span>
        <span className="val" title={text}>
          {shown}
        </span>
      </span>
      <span className="did">
        {state === 'copied' ? (
          <>
            <CheckIcon />
            Copied
          </>
        ) : (
          <CopyIcon />
        )}
      </span>
    </button>
  )
}

/** A small one, beside what it copies. */
export const CopyIconButton = ({ label, text }: { label: string; text: string }) => {
  const [state, copy] = useCopy(label, text)
  return (
    <button type="button" className="iconbtn" aria-label={`Copy ${label}`} onClick={copy}>
      {state === 'copied' ? <CheckIcon /> : <CopyIcon />}
    </button>
  )
}
