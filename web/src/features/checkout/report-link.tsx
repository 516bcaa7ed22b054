import { type ComponentType, useState } from 'react'
import * as t from './messages.ts'

type Dialog = ComponentType<{ invoiceId: string; storeName: string; onClose: () => void }>

/** Few people report a page, so its form is loaded only for them. */
export const ReportLink = ({ invoiceId, storeName }: { invoiceId: string; storeName: string }) => {
  const [Opened, setOpened] = useState<Dialog>()
  const open = async () => {
    const { default: ReportDialog } = await import('./report-dialog.tsx')
    setOpened(() => ReportDialog)
  }
  return (
    <>
      <button type="button" className="aside" onClick={() => void open().catch(() => undefined)}>
        {t.report}
      </button>
      {Opened && <Opened invoiceId={invoiceId} storeName={storeName} onClose={() => setOpened(undefined)} />}
    </>
  )
}
