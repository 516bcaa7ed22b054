import * as calls from '@bitquay/contract/applications'
import type { SentBody } from '@bitquay/contract/call'
import { ask } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { usePages } from '../../lib/use-pages.ts'

export type ApplicationFilters = { status?: calls.Application['status']; search?: string }

const pageLength = 25

/** Newest first. */
export const useApplications = (filters: ApplicationFilters) =>
  usePages(calls.listApplications, { query: { limit: pageLength, ...filters } })

export type Extras = SentBody<typeof calls.changeApplication>

const rereads = [calls.listApplications, '/api/admin/merchants', '/api/admin/dashboard']

export const useChangeApplication = (id: number) =>
  useAction({
    mutationFn: (extras: Extras) => ask(calls.changeApplication, { params: { id }, body: extras }),
    rereads,
  })

/** What was filled in is kept with the decision, and before it: a decision that fails loses nothing. */
export const useReview = (id: number) =>
  useAction({
    mutationFn: async ({ extras, ...body }: SentBody<typeof calls.reviewApplication> & { extras: Extras }) => {
      if (Object.keys(extras).length > 0) await ask(calls.changeApplication, { params: { id }, body: extras })
      return ask(calls.reviewApplication, { params: { id }, body })
    },
    rereads,
  })
