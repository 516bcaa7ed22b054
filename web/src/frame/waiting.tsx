import { Delayed } from '../ui/skeleton.tsx'
import * as t from './messages.ts'

const outageMs = 5000

/** While the first page is on its way: the mark when that takes noticeable time, and words when something must be wrong. */
export const Waiting = () => (
  <div
    className="grid min-h-[60vh] content-center justify-items-center gap-6 px-4"
    role="status"
    aria-label={t.loading}
  >
    <Delayed>
      <span className="busy text-ink-3" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    </Delayed>
    <Delayed ms={outageMs}>
      <p className="max-w-sm text-center text-ink-2">{t.slow}</p>
    </Delayed>
  </div>
)
