import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { CheckIcon, CopyIcon } from '../../ui/shop-icons.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { WithoutScript } from '../../ui/without-script.tsx'
import { announceCopy } from './announce.ts'
import * as t from './messages.ts'

type CopyPlateProps = {
  label: string
  /** Exactly what is copied. */
  text: string
  /** What is shown in its place, such as a shorter form. */
  shown: ReactNode
}

/** The whole row copies, since a small icon is hard to hit with a thumb. */
export const CopyPlate = ({ label, text, shown }: CopyPlateProps) => {
  const { state, copy } = useCopy(text, announceCopy(label))
  if (state === 'failed') return <WholePlate label={label} text={text} />
  return (
    <>
      <WithoutScript>
        <WholePlate label={label} text={text} />
      </WithoutScript>
      <button
        type="button"
        className={classNames('copy across gap-4 full ruled', state === 'copied' && 'is-copied')}
        onClick={copy}
      >
        <span className="what stack grow min-w-0">
          <span className="stencil">
            <span className="sr-only">{t.copyLabel({ label })}</span> <span aria-hidden="true">{label}</span>
          </span>
          <span className="val clip small" dir="ltr" title={text}>
            {shown}
          </span>
        </span>
        <span className="did inline-row gap-1.5 small medium">
          {state === 'copied' ? (
            <>
              <CheckIcon />
              {t.copied}
            </>
          ) : (
            <CopyIcon />
          )}
        </span>
      </button>
    </>
  )
}

/** To select where nothing copies. */
export const WholePlate = ({ label, text }: { label: string; text: string }) => (
  <div className="copy copy--whole across gap-4 full ruled">
    <span className="what stack grow min-w-0">
      <span className="stencil">{label}</span>
      <span className="mono" dir="ltr">
        {text}
      </span>
    </span>
  </div>
)

/** A small button beside what it copies. */
export const CopyIconButton = ({ label, text }: { label: string; text: string }) => {
  const { state, copy } = useCopy(text, announceCopy(label))
  return (
    <button type="button" className="iconbtn" aria-label={t.copyLabel({ label })} onClick={copy}>
      {state === 'copied' ? <CheckIcon /> : <CopyIcon />}
    </button>
  )
}
