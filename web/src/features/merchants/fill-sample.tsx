import { servedMode } from '../../lib/mode.ts'
import { Button } from '../../ui/button.tsx'
import * as t from './messages.ts'
import { type SampleMerchant, sampleMerchant } from './sample-merchant.ts'

/** A merchant to try things with, where the money is not real. */
export const FillSample = ({ onFill }: { onFill: (sample: SampleMerchant) => void }) =>
  servedMode() === 'live' ? null : (
    <Button variant="ghost" className="at-start" onClick={() => onFill(sampleMerchant())}>
      {t.fillSample}
    </Button>
  )
