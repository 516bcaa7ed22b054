import type { Answer } from '@bitquay/contract/call'
import type { createInvoice } from '@bitquay/contract/invoices'
import { LifeBuoy, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { paths } from '../../../frame/screens.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { SyncAge, useBalance } from '../../balances/index.ts'
import { useFees } from '../../fees/index.ts'
import { CreateInvoiceCard } from '../create-invoice-card.tsx'
import { InvoiceList } from '../invoice-list.tsx'
import { InvoiceResult } from '../invoice-result.tsx'

type Created = Answer<typeof createInvoice>

const InvoicesPage = () => {
  const [created, setCreated] = useState<Created>()
  return (
    <Page sentence="An amount in dollars, paid on-chain or over Lightning.">
      <Creation onCreated={setCreated} />
      {created && <InvoiceResult key={created.invoiceId} invoice={created} />}
      <SyncAge />
      <InvoiceList />
    </Page>
  )
}

/** The form needs a store that can take payments, and the schedule that the total is computed with. */
const Creation = ({ onCreated }: { onCreated: (invoice: Created) => void }) => {
  const balance = useBalance()
  const fees = useFees()
  if (balance.data?.configured === false) {
    return (
      <EmptyState
        scene="berths"
        title="Bitcoin payments are not configured"
        sentence="Please contact support to have your store connected."
        actions={
          <ButtonLink variant="signal" to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
            Contact support
          </ButtonLink>
        }
      />
    )
  }
  if (balance.data && fees.data) {
    return <CreateInvoiceCard processingPercent={fees.data.current.invoiceProcessingPercent} onCreated={onCreated} />
  }
  if (balance.isError || fees.isError) {
    return (
      <EmptyState
        scene="mooring"
        title="The form could not be loaded"
        sentence="Your money is not affected. Try again in a moment."
        actions={
          <Button
            icon={<RefreshCw className="ico" aria-hidden="true" />}
            onClick={() => void Promise.all([balance.refetch(), fees.refetch()])}
          >
            Try Again
          </Button>
        }
      />
    )
  }
  return (
    <Card title="New invoice">
      <SkeletonLines lines={6} />
    </Card>
  )
}

export default InvoicesPage
