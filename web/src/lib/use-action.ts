import type { Call } from '@bitquay/contract/call'
import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { reread } from './query-client.ts'

type Options<Data, Variables> = Pick<
  UseMutationOptions<Data, Error, Variables>,
  'mutationFn' | 'onMutate' | 'onSuccess' | 'onError'
> & {
  /** What to refetch afterwards, also after a failure: a request without an answer may have been carried out. */
  rereads?: readonly (Call | string)[]
}

type Told<Data, Variables> = {
  onSuccess?: (data: Data, variables: Variables) => void
  onError?: (error: Error, variables: Variables) => void
}

/**
 * A mutation that tells how it ended even when the control that began it is gone by then, as a row's button is once the
 * event stream has redrawn its row before the answer came. TanStack's own `mutate` would keep silent.
 */
export const useAction = <Data, Variables = void>({ rereads = [], ...options }: Options<Data, Variables>) => {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    ...options,
    onSettled: () => (rereads.length > 0 ? reread(queryClient, rereads) : undefined),
  })
  const { mutateAsync } = mutation
  const mutate = (variables: Variables, { onSuccess, onError }: Told<Data, Variables> = {}) => {
    mutateAsync(variables).then(
      (data) => onSuccess?.(data, variables),
      (error: Error) => onError?.(error, variables),
    )
  }
  return { ...mutation, mutate }
}
