import { useState } from 'react'
import { CheckIcon, CopyIcon } from '../../../ui/shop-icons.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import * as t from './messages.ts'

/** Something to copy, as ui/copy-row.tsx shows it, in the customer's language and without a toast. */
export const CopyLine = ({ label, text }: { label: string; text: string }) => {
  const [said, setSaid] = useState('')
  const { state, copy } = useCopy(text, (result) =>
    setSaid(result === 'copied' ? t.copied({ label }) : t.copyFailed({ label })),
  )
  return (
    <div className="copy-row stack middle rest-auto gap-3">
      <div className="min-w-0">
        <div className="stencil">{label}</div>
        <div className="mono what clip" dir="ltr" title={text}>
          {text}
        </div>
      </div>
      <button type="button" className="iconbtn" aria-label={t.copyLabel({ label })} onClick={copy}>
        {state === 'copied' ? <CheckIcon /> : <CopyIcon />}
      </button>
      <span className="sr-only" role="status">
        {said}
      </span>
    </div>
  )
}
