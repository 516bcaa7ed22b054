import type { Deps } from '../deps.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { type Judgement, judgeLoopOut } from './decide-loop-out.ts'
import { mailLoopOut } from './mail-loop-out.ts'
import { returnLightning } from './post-transfers.ts'
import { saveProgress } from './table.ts'

/** Refuses a request with a reason that the merchant reads; what was held is Lightning balance again. */
export const rejectLoopOut = (
  deps: Deps,
  admin: Admin,
  judgement: Judgement & { reason: string },
  source: Source,
): Promise<void> =>
  judgeLoopOut(deps, admin, judgement, source, 'loop-out-rejected', async (tx, request) => {
    await returnLightning(tx, request)
    await saveProgress(tx, request.id, {
      status: 'rejected',
      adminNotes: judgement.reason,
      processedBy: admin.id,
      processedAt: tx.now,
      problem: null,
      toldAt: tx.now,
    })
    await mailLoopOut(tx, deps.config.publicUrl, { ...request, status: 'rejected', adminNotes: judgement.reason })
  })
