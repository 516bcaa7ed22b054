import { type UseMutationOptions, useMutation } from '@tanstack/react-query'

type Told<Data, Variables> = {
  onSuccess?: (data: Data, variables: Variables) => void
  onError?: (error: Error, variables: Variables) => void
}

/**
 * A mutation that tells how it ended even when the control that began it is gone by then, as a row's button is once the
 * event stream has redrawn its row before the answer came. TanStack's own `mutate` would keep silent.
 */
export const useAction = <Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) => {
  const mutation = useMutation(options)
  const { mutateAsync } = mutation
  const mutate = (variables: Variables, { onSuccess, onError }: Told<Data, Variables> = {}) => {
    mutateAsync(variables).then(
      (data) => onSuccess?.(data, variables),
      (error: Error) => onError?.(error, variables),
    )
  }
  return { ...mutation, mutate }
}
