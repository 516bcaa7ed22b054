import { CircleDollarSign, ExternalLink, ServerOff } from 'lucide-react'
import { paths } from '../../frame/screens.ts'
import { formatSince } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Alarm } from '../../ui/alarm.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import * as t from './messages.ts'
import { useStoreStatus } from './use-store-status.ts'

/** Says what doesn't work for the merchant's store, and what still does. Nothing while everything works. */
export const StoreAlarm = () => {
  const { data: status } = useStoreStatus()
  const now = useNow(60_000)
  if (!status) return null
  const { serverDownSince, isPriceMissing, priceAt, isRateMissing } = status
  const action = (
    <ButtonLink to={paths.status} icon={<ExternalLink className="ico" aria-hidden="true" />}>
      {t.openStatusPage}
    </ButtonLink>
  )
  if (serverDownSince !== null)
    return (
      <Alarm kind="bad" icon={<ServerOff className="ico" aria-hidden="true" />} title={t.noInvoicesNow} action={action}>
        {t.storeServerDown({ time: formatSince(serverDownSince, now) })}
      </Alarm>
    )
  if (!isPriceMissing && !isRateMissing) return null
  const icon = <CircleDollarSign className="ico" aria-hidden="true" />
  if (!isPriceMissing)
    return (
      <Alarm kind="bad" icon={icon} title={t.noDollarInvoices} action={action}>
        {t.rateMissing}
      </Alarm>
    )
  return (
    <Alarm kind={isRateMissing ? 'bad' : 'wait'} icon={icon} title={t.dollarSendsPaused} action={action}>
      {priceAt === null
        ? isRateMissing
          ? t.neverPriceNorRate
          : t.neverPrice
        : (isRateMissing ? t.noPriceNorRate : t.noPriceSince)({ time: formatSince(priceAt, now) })}
    </Alarm>
  )
}
