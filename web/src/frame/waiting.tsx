import { Delayed } from '../ui/skeleton.tsx'
import * as t from './messages.ts'

const outageMs = 5000

/** While the first page is on its way: the mark when that takes noticeable time, and words when something must be wrong. */
export const Waiting = () => (
  <div className="waiting stack gap-6" role="status" aria-label={t.loading}>
    <Delayed>
      <span className="busy quiet" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    </Delayed>
    <Delayed ms={outageMs}>
      <p className="muted in-center">{t.slow}</p>
    </Delayed>
  </div>
)
