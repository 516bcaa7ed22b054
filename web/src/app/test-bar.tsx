import { useSyncExternalStore } from 'react'
import { useMineBlock } from '../features/sandbox/index.ts'
import { useStatus } from '../features/status/index.ts'
import { paths } from '../frame/screens.ts'
import { messageOf } from '../lib/api-error.ts'
import { formatCount } from '../lib/format-number.ts'
import { servedMode } from '../lib/mode.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'
import * as t from './messages.ts'

/** The first thing on every page as long as the money is not real. */
export const TestBar = () => {
  const served = useSyncExternalStore(never, servedMode, drawnMode)
  return served === 'live' ? null : <Bar certain={served === 'sandbox'} />
}

const never = () => () => undefined

/** A prerendered page has the bar. The style sheet hides it where the money is real (index.html says so). */
const drawnMode = () => 'sandbox' as const

const Bar = ({ certain }: { certain: boolean }) => {
  const { data: status } = useStatus()
  const mine = useMineBlock()
  if (!certain && status?.mode !== 'sandbox') return null
  const height = Math.max(status?.chain.height ?? 0, mine.data ?? 0)
  const mineBlock = () =>
    mine.mutate(undefined, {
      onError: (error) =>
        toast({
          kind: 'bad',
          title: t.mineFailedToast,
          description: messageOf(error, t.mineFailed),
        }),
    })
  return (
    <aside className="flag" aria-label={t.testMode}>
      <span>
        <b>{t.testModeLead}</b> {t.notReal}
      </span>
      <span className="grow" />
      {height > 0 && <span className="wide">{t.block({ height: formatCount(height) })}</span>}
      <Button busy={mine.isPending} onClick={mineBlock}>
        {t.mine}
      </Button>
      <ButtonLink className="wide" to={paths.sandbox}>
        {t.sandbox}
      </ButtonLink>
    </aside>
  )
}
