import { compare } from '../received/index.ts'
import * as t from './messages.ts'

/** A change alone, for a row. Who had nothing before is new. A fall is ink: less revenue is no error. */
export const ShareChange = ({ now, before }: { now: bigint; before: bigint }) => {
  const change = compare(now, before)
  if (change === undefined) return <span className="small muted">{now > 0n ? t.newMerchant : '—'}</span>
  const percent = `${Math.abs(change).toLocaleString('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 })}%`
  return (
    <span className={change > 0 ? 'small strong text-ok nowrap' : 'small strong muted nowrap'}>
      {change > 0 ? t.up({ percent }) : change < 0 ? t.down({ percent }) : '—'}
    </span>
  )
}
