import { LockKeyhole } from './icons.tsx'
import * as t from './messages.ts'

/** A device that isn't bound, or not any more, shows nothing of the till. */
export const LockScreen = ({ message }: { message: string }) => (
  <main className="pos-lock across text-base gap-3">
    <LockKeyhole className="ico" aria-hidden="true" />
    <h1 className="hull">{t.notConnected}</h1>
    <p className="measure" role="alert">
      {message}
    </p>
    <p className="hint measure">{t.notConnectedHint}</p>
  </main>
)
