import { PenLine } from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { ButtonLink } from '../../ui/button.tsx'
import * as t from './messages.ts'
import { useWaitingPayments } from './use-own-keys.ts'

/** The way to what waits for a signature. Nothing while nothing waits. */
export const SigningLink = () => {
  const count = useWaitingPayments().data?.requests.length ?? 0
  if (count === 0) return null
  return (
    <ButtonLink to={portalPaths.merchant.signing} icon={<PenLine className="ico" aria-hidden="true" />}>
      {t.waitingPayments({ count })}
    </ButtonLink>
  )
}
