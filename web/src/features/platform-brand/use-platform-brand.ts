import type { LegalTexts } from '@bitquay/contract/legal-text'
import type { PlatformBrand } from '@bitquay/contract/platform-brand'
import {
  discardBrandDraft,
  getBrandOffice,
  previewBrand,
  publishBrand,
  reuseBrand,
  saveBrandDraft,
  undoBrand,
  uploadBrandLogo,
} from '@bitquay/contract/platform-brand.admin'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { readBase64 } from '../../lib/read-base64.ts'
import { useAction } from '../../lib/use-action.ts'

export const useBrandOffice = () => useQuery(queryOf(getBrandOffice))

const rereads = [getBrandOffice]

export const useSaveDraft = () =>
  useAction({ mutationFn: (body: PlatformBrand & { legal?: LegalTexts }) => ask(saveBrandDraft, { body }), rereads })

export const useUploadLogo = () =>
  useAction({
    mutationFn: async (file: File) => ask(uploadBrandLogo, { body: { image: await readBase64(file) } }),
    rereads,
  })

export const useDiscardDraft = () => useAction({ mutationFn: () => ask(discardBrandDraft), rereads })

export const usePreview = () => useAction({ mutationFn: () => ask(previewBrand), rereads: [] })

export const usePublish = () =>
  useAction({ mutationFn: (body: { twoFactorToken?: string }) => ask(publishBrand, { body }), rereads })

/** Makes the draft what an earlier version was, with its legal texts. */
export const useReuse = () => useAction({ mutationFn: (id: number) => ask(reuseBrand, { body: { id } }), rereads })

export const useUndo = () => useAction({ mutationFn: (id: number) => ask(undoBrand, { body: { id } }), rereads })
