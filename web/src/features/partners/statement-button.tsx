import { getPartnerStatement } from '@bitquay/contract/partners'
import { getStatementOfPartner } from '@bitquay/contract/partners.admin'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { download } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'

/** Downloads everything that changed the balance: the partner's own, or for admins any partner's. */
export const StatementButton = ({ partnerId }: { partnerId?: number }) => {
  const [busy, setBusy] = useState(false)
  const fetchFile = async () => {
    setBusy(true)
    try {
      if (partnerId === undefined) await download(getPartnerStatement)
      else await download(getStatementOfPartner, { params: { partnerId } })
    } catch (error) {
      toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.statementFailed) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Download className="ico" aria-hidden="true" />} busy={busy} onClick={() => void fetchFile()}>
      {t.statement}
    </Button>
  )
}
