import { fillMessage } from '../../lib/fill-message.ts'
import { Usd } from '../../ui/figures.tsx'
import * as t from './messages.ts'

/** Explains earnings whose fees haven't reached the platform wallet. Hidden if there are none. */
export const Uncollected = ({ usd }: { usd: string }) =>
  /[1-9]/.test(usd) && (
    <p className="small muted mt-2">{fillMessage(t.uncollected, { amount: <Usd amount={usd} /> })}</p>
  )
