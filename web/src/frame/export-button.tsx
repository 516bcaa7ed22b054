import type { Call } from '@bitquay/contract/call'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../lib/api-error.ts'
import { download } from '../lib/download.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'
import * as t from './messages.ts'

type ExportButtonProps = { call: Call; query?: Record<string, unknown> }

/** Downloads a table for spreadsheets. */
export const ExportButton = ({ call, query = {} }: ExportButtonProps) => {
  const [busy, setBusy] = useState(false)
  const fetchFile = async () => {
    setBusy(true)
    try {
      await download(call, { query })
    } catch (error) {
      toast({ kind: 'bad', title: t.exportFailedToast, description: messageOf(error, t.exportFailed) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Download className="ico" aria-hidden="true" />} busy={busy} onClick={() => void fetchFile()}>
      {t.exportCsv}
    </Button>
  )
}
