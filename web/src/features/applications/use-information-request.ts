import { answerInformationRequest, viewInformationRequest } from '@bitquay/contract/applications.requests'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'

/** What a link opens. Nobody is signed in here. */
export const useOpenedFields = (token: string) =>
  useQuery({
    queryKey: ['application-request', token],
    queryFn: ({ signal }) => ask(viewInformationRequest, { body: { token }, signal }),
  })

export const useAnswerRequest = (token: string) =>
  useAction({
    mutationFn: (answers: Record<string, string>) => ask(answerInformationRequest, { body: { token, answers } }),
  })
