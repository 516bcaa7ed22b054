import type { Call } from '@bitquay/contract/call'
import { ChevronDown, Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { download } from '../../lib/download.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/list-surface/menu.tsx'
import * as u from '../../ui/list-surface/messages.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from '../messages.ts'
import type { ListView } from './use-list-view.ts'

const mostPdfRows = 5000

type ListExportProps = {
  view: Pick<ListView, 'exporting' | 'setExporting'>
  /** What the path of the calls names, such as whose list it is. */
  params?: object
  /** Filters and order, as the list has them. */
  query: object
  csv: Call
  pdf?: Call
  /** How many rows there are, and in words: `22 transactions`. */
  count: number | undefined
  rows: string
}

/** Downloads what the filters leave. E opens it too. */
export const ListExport = ({ view, params, query, csv, pdf, count, rows }: ListExportProps) => {
  const [busy, setBusy] = useState(false)
  const fetchFile = async (call: Call) => {
    setBusy(true)
    try {
      await download(call, { params, query })
    } catch (error) {
      toast({ kind: 'bad', title: t.exportFailedToast, description: messageOf(error, t.exportFailed) })
    } finally {
      setBusy(false)
    }
  }
  const tooLong = (count ?? 0) > mostPdfRows
  return (
    <Menu
      align="end"
      open={view.exporting}
      onOpenChange={view.setExporting}
      trigger={
        <Button icon={<Download className="ico" aria-hidden="true" />} busy={busy}>
          {u.exportMenu}
          <ChevronDown className="ico" aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem
        icon={<FileSpreadsheet className="ico" aria-hidden="true" />}
        note={u.csvNote({ rows })}
        onSelect={() => void fetchFile(csv)}
      >
        {u.csv}
      </MenuItem>
      {pdf && (
        <MenuItem
          icon={<FileText className="ico" aria-hidden="true" />}
          note={tooLong ? u.pdfTooLong({ most: formatCount(mostPdfRows) }) : u.pdfNote}
          disabled={tooLong}
          onSelect={() => void fetchFile(pdf)}
        >
          {u.pdf}
        </MenuItem>
      )}
    </Menu>
  )
}
