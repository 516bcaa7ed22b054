import { listApiKeys } from '@bitquay/contract/api-keys'
import { listPaymentLinks } from '@bitquay/contract/payment-links'
import { useQuery } from '@tanstack/react-query'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatDate } from '../../lib/format-date.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import { useHasInvoice } from '../invoices/index.ts'
import { useSettings } from '../merchants/index.ts'
import { useNoInvoices } from '../status/index.ts'
import { useTills } from '../tills/index.ts'
import { useWallet } from '../wallet/index.ts'
import * as t from './messages.ts'

export type Step = { name: string; why: string; isDone: boolean; act?: { text: string; to: string } }

const createInvoicePath = `${portalPaths.merchant.invoices}?create`

/** The way to the first payment. Undefined until it is known what is done. */
export const useSteps = (hasPayment: boolean): Step[] | undefined => {
  const { twoFactorEnabled, role } = useUser()
  const { data: settings } = useSettings()
  const { data: wallet, isError: hasNoWallet } = useWallet()
  const hasInvoice = useHasInvoice()
  const isConnected = useIsConnected(role !== 'user')
  const noInvoices = useNoInvoices()
  const { data: tills = [] } = useTills()
  if (!settings || (!wallet && !hasNoWallet) || isConnected === undefined) return undefined
  return [
    {
      name: t.stepAccount,
      why: t.stepAccountSince({ date: formatDate(settings.createdAt) }),
      isDone: true,
    },
    {
      name: t.stepTwoFactor,
      why: t.stepTwoFactorWhy,
      isDone: twoFactorEnabled,
      act: { text: t.stepTwoFactorAct, to: portalPaths.merchant.security },
    },
    {
      name: t.stepBackUp,
      why: t.stepBackUpWhy,
      isDone: wallet !== undefined && wallet.recoveryWords !== 'waiting',
      act: { text: t.stepBackUpAct, to: portalPaths.merchant.wallet },
    },
    {
      name: t.stepInvoice,
      why: noInvoices ?? t.stepInvoiceWhy,
      isDone: hasInvoice,
      ...(noInvoices ? {} : { act: { text: t.createInvoice, to: createInvoicePath } }),
    },
    // A shop that is paid without a till doesn't need one.
    ...(hasPayment
      ? []
      : [
          {
            name: t.stepTill,
            why: t.stepTillWhy,
            isDone: tills.length > 0,
            act: { text: t.stepTillAct, to: portalPaths.merchant.tills },
          },
        ]),
    {
      name: t.stepConnect,
      why: t.stepConnectWhy,
      isDone: isConnected,
      act: {
        text: t.stepConnectAct,
        to: role === 'user' ? portalPaths.merchant.paymentLinks : `${portalPaths.merchant.settings}?tab=developer`,
      },
    },
    { name: t.stepPaid, why: t.stepPaidWhy, isDone: hasPayment },
  ]
}

/** A payment link or an API key takes payments without anyone creating an invoice. */
const useIsConnected = (mayReadKeys: boolean): boolean | undefined => {
  const links = useQuery(queryOf(listPaymentLinks, { query: { limit: 1 } }))
  const keys = useQuery({ ...queryOf(listApiKeys), enabled: mayReadKeys })
  if (!links.data || (mayReadKeys && !keys.data)) return undefined
  return links.data.length > 0 || (keys.data ?? []).some(({ status }) => status === 'active')
}
