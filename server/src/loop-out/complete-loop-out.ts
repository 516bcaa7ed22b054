import type { Deps } from '../deps.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { type Judgement, judgeLoopOut } from './decide-loop-out.ts'
import { mailLoopOut } from './mail-loop-out.ts'
import { spendHeldLightning } from './post-transfers.ts'
import { saveProgress } from './table.ts'

/** Somebody has done it by hand, outside the platform: the amount leaves the Lightning account. */
export const completeLoopOut = (
  deps: Deps,
  admin: Admin,
  judgement: Judgement & { adminNotes?: string | undefined },
  source: Source,
): Promise<void> =>
  judgeLoopOut(deps, admin, judgement, source, 'loop-out-completed', async (tx, request) => {
    await spendHeldLightning(tx, request)
    await saveProgress(tx, request.id, {
      status: 'completed',
      carriedOut: 'by-hand',
      adminNotes: judgement.adminNotes || null,
      processedBy: admin.id,
      processedAt: tx.now,
      problem: null,
      toldAt: tx.now,
    })
    await mailLoopOut(tx, deps.config.publicUrl, {
      ...request,
      status: 'completed',
      adminNotes: judgement.adminNotes || null,
    })
  })
