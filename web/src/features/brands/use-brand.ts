import { type Brand, changeBrand, getBrand, removeLogo, uploadLogo } from '@bitquay/contract/brands'
import type { SentBody } from '@bitquay/contract/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { readBase64 } from '../../lib/read-base64.ts'
import { useAction } from '../../lib/use-action.ts'

export const useBrand = () => useQuery(queryOf(getBrand))

export const useChangeBrand = () => {
  const onSuccess = useKeep()
  return useAction({
    mutationFn: (body: SentBody<typeof changeBrand>) => ask(changeBrand, { body }),
    onSuccess,
  })
}

export const useUploadLogo = () => {
  const onSuccess = useKeep()
  return useAction({
    mutationFn: async (file: File) => ask(uploadLogo, { body: { image: await readBase64(file) } }),
    onSuccess,
  })
}

export const useRemoveLogo = () => {
  const onSuccess = useKeep()
  return useAction({ mutationFn: () => ask(removeLogo, {}), onSuccess })
}

const useKeep = () => {
  const queryClient = useQueryClient()
  return (brand: Brand) => {
    queryClient.setQueryData(keyOf(getBrand), brand)
  }
}
