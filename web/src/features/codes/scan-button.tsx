import { ScanLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import * as t from './messages.ts'
import type { ScanDialogProps } from './scan-dialog.tsx'

const ScanDialog = lazy(async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog }))

type ScanButtonProps = Omit<ScanDialogProps, 'onClose'> & {
  disabled?: boolean
  /** What the page needs to be as it was after it was loaded again. */
  step?: string
}

/** Opens the camera to read codes. The reader is fetched when it is first opened. */
export const ScanButton = ({ disabled = false, step = 'scan', onFound, ...dialog }: ScanButtonProps) => {
  const wanted = useScanStep()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [isOpen, setOpen] = useState(wanted !== undefined)
  const remember = (state: { scan: string } | null) => navigate(pathname + search, { replace: true, state })
  const open = async () => {
    if (isCameraForbidden()) {
      await remember({ scan: step })
      window.location.reload()
    } else setOpen(true)
  }
  const close = () => {
    setOpen(false)
    if (wanted !== undefined) void remember(null)
  }
  return (
    <>
      <Button
        block
        disabled={disabled}
        icon={<ScanLine className="ico" aria-hidden="true" />}
        onClick={() => void open()}
      >
        {t.scan}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ScanDialog
            {...dialog}
            onClose={close}
            onFound={(text) => {
              close()
              onFound(text)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Where the page was when it had to be loaded again to scan. */
export const useScanStep = (): string | undefined => {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'scan' in state ? String(state.scan) : undefined
}

/**
 * The server allows the camera only on pages that scan. Chromium keeps what it was told with the page that was loaded first,
 * whatever page the app shows since, so this one is loaded once more. Other browsers don’t know such a rule.
 */
const isCameraForbidden = (): boolean => {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature: (name: string) => boolean } }
  return featurePolicy?.allowsFeature('camera') === false
}
